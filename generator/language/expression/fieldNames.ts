/** The names of the fields of a variable that an expression reads, each once. */
export const fieldNamesIn = (expression: string, variable = 'self'): string[] => [
  ...new Set([...expression.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name]) => name!)),
];
