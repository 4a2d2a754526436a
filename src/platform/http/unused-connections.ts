import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is on its way to a host that begins to close has so long to arrive. */
const ARRIVAL_MS = 200;

/**
 * Has a host that closes end the connections on which nothing has come: browsers open such in advance, and Node, which ends those
 * between two requests, would wait for them until their own end.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, ARRIVAL_MS);
    done();
  });
}
