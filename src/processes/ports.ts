import { createServer } from 'node:net';
import { Refusal } from '#kit/failure.ts';

/**
 * The port to listen on: the configured one if it is free, any free one for 0.
 *
 * Refuses with one sentence that names the setting when another program has the port, before
 * anything was started.
 */
export function choosePort(host: string, port: number, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(portFailure(error, { host, port, setting })),
    );
    probe.listen({ host, port, exclusive: true }, () => {
      const address = probe.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      probe.close(() => resolve(chosen));
    });
  });
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
}

/** What a failed attempt to listen means to the person who started Florin. */
export function portFailure(error: NodeJS.ErrnoException, wanted: Wanted): Error {
  const { host, port, setting } = wanted;
  if (error.code === 'EADDRINUSE') {
    return new Refusal(
      'port_taken',
      409,
      `Port ${port} on ${host} is taken by another program: stop it, or choose another port with ${setting} (0 takes any free one).`,
    );
  }
  if (error.code === 'EACCES') {
    return new Refusal(
      'port_forbidden',
      403,
      `This user may not listen on port ${port} of ${host}: choose another port with ${setting}.`,
    );
  }
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL' || error.code === 'EAI_AGAIN') {
    return new Refusal(
      'host_unknown',
      400,
      `Nothing can listen on ${host}, which is no address of this machine: choose another one with ${setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST'}.`,
    );
  }
  return error;
}
