import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to the database whose connections can be made silent: data in both directions is lost, and no connection
 * breaks.
 */
export class SilentLine {
  readonly #sockets = new Set<Socket>();
  readonly #pairs = new Set<[Socket, Socket]>();
  readonly #server = createServer((near) => this.#join(near));
  #target = '';
  #isDead = false;

  /** Listens for a database at that address. @returns the address to use instead */
  async open(url: string): Promise<string> {
    const address = new URL(url.replace('postgresql:///', 'postgresql://x/'));
    const { host, port, user } = Object.fromEntries(address.searchParams) as {
      host: string;
      port: string;
      user: string;
    };
    this.#target = `${host}/.s.PGSQL.${port}`;
    const own = await new Promise<number>((done) => {
      this.#server.listen(0, '127.0.0.1', () => done((this.#server.address() as { port: number }).port));
    });
    return `postgresql://${user}@127.0.0.1:${own}${address.pathname}`;
  }

  /** Silences the existing connections; new ones work. @returns the number of silenced connections */
  silence(): number {
    const silenced = this.#pairs.size;
    for (const [near, far] of this.#pairs) {
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.unpipe(other);
        one.removeAllListeners('close');
        one.resume();
      }
    }
    this.#pairs.clear();
    return silenced;
  }

  /** Silences new connections too: they are accepted, but get no answer. */
  die(): void {
    this.#isDead = true;
    this.silence();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => {
      this.#server.close(done);
    });
  }

  #join(near: Socket): void {
    if (this.#isDead) {
      this.#sockets.add(near.resume());
      near.on('error', () => undefined);
      return;
    }
    const far = connect(this.#target);
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}
