import { connect, createServer, type Socket } from 'node:net';

/** A port that leads to another, and what may happen on the way. */
export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  /** Whether connections are let in; closing also breaks those that there are. */
  open(isOpen: boolean): void;
  /** Swallows what the other side says, without breaking anything. */
  mute(isMute: boolean): void;
}

/** Puts a relay before a local port, or the path of a socket; it is open. */
export async function relayPort(to: number | string): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let isMute = false;
  const server = createServer((outer) => {
    if (!isOpen) {
      outer.destroy();
      return;
    }
    const inner = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1');
    for (const end of [outer, inner]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        sockets.delete(end);
        outer.destroy();
        inner.destroy();
      });
    }
    outer.pipe(inner);
    inner.on('data', (data) => {
      if (!isMute) outer.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    open: (open) => {
      isOpen = open;
      if (!open) cut();
    },
    mute: (mute) => {
      isMute = mute;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
