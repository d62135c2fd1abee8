/** The number of calls that a server is answering. */
export const callsInFlight = async (url: string): Promise<number> =>
  Number(/^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())![1]);
