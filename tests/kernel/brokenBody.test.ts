import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readValue } from '../../server/routes/body.ts';
import type { Http } from '../../server/routes/environment.ts';

const httpOf = (incoming: IncomingMessage): Http =>
  ({ env: { incoming }, req: { header: () => undefined }, get: () => undefined }) as unknown as Http;

/** Sends a request with half its body. @returns the request and a function that cuts its connection */
async function halfRequest(): Promise<{ incoming: IncomingMessage; cut(): Promise<void>; close(): void }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{"a"');
  const [incoming, outgoing] = (await once(server, 'request')) as [IncomingMessage, NodeJS.EventEmitter];
  const cut = async (): Promise<void> => {
    socket.destroy();
    await once(outgoing, 'close');
  };
  return { incoming, cut, close: () => server.close() };
}

test('reports an incomplete body as an error, also when the client disconnects before it is read', async () => {
  const early = await halfRequest();
  const reading = readValue(httpOf(early.incoming)).then(
    () => 'read',
    () => 'broken off',
  );
  await early.cut();
  expect(await reading).toBe('broken off');
  early.close();

  const late = await halfRequest();
  await late.cut();
  await expect(readValue(httpOf(late.incoming))).rejects.toThrow('disconnected');
  late.close();
});
