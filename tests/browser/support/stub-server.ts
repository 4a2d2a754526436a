import { createServer, type RequestListener, type Server } from 'node:http';

/** A server that answers as one test says, until it is disposed of. */
interface StubServer extends AsyncDisposable {
  readonly url: string;
}

interface Listening {
  readonly server: Server;
  readonly url: string;
  listener: RequestListener | undefined;
}

// Files of browser tests share a process; at the same address a page that was loaded before is still compiled.
const unused: Listening[] = [];

/** Answers by a listener at an address of this machine, which a later test may get as well. */
export async function startStubServer(listener: RequestListener): Promise<StubServer> {
  const listening = unused.pop() ?? (await listen());
  listening.listener = listener;
  return {
    url: listening.url,
    [Symbol.asyncDispose]: async () => {
      listening.listener = undefined;
      listening.server.closeAllConnections();
      unused.push(listening);
    },
  };
}

async function listen(): Promise<Listening> {
  const server = createServer((request, response) => {
    if (listening.listener === undefined) request.socket.destroy();
    else listening.listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // It ends with the worker, which does not wait for it.
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const listening: Listening = { server, url: `http://127.0.0.1:${port}`, listener: undefined };
  return listening;
}
