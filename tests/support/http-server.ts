import { createServer, type RequestListener } from 'node:http';
import { promisify } from 'node:util';

/** An HTTP server on this machine with a given behaviour, and how often it was reached. */
interface HttpServer extends AsyncDisposable {
  readonly url: string;
  /** Connections, also those without a request. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly openConnections: () => Promise<number>;
}

/** Starts a server, which is stopped with all its connections when it is disposed of. */
export async function startHttpServer(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    openConnections: () => promisify(server.getConnections).call(server),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
