/**
 * Wraps a function so that it runs once for each object, as long as the object exists. The object must not change.
 *
 * @returns a function with the same parameters; those after the object matter only in the first call for it
 */
export function cacheByObject<Key extends object, Rest extends unknown[], Value>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const cache = new WeakMap<Key, { value: Value }>();
  return (key, ...rest) => {
    let known = cache.get(key);
    if (!known) cache.set(key, (known = { value: compute(key, ...rest) }));
    return known.value;
  };
}
