import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Outage } from '#kit/failure.ts';

/** Lets a server take connections of this machine, on any free port by default; returns its URL. */
export async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Outage('no port is free');
  return `http://127.0.0.1:${address.port}`;
}

/** Closes a server with all its connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** The JSON object in a body; undefined for any other body, and for one of more characters. */
export async function readJsonObject(
  request: IncomingMessage,
  charactersMax: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > charactersMax) return undefined;
  const body = await text(request);
  if (body.length > charactersMax) return undefined;
  return z.record(z.string(), z.unknown()).safeParse(parseJson(body)).data;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Answers with JSON; undefined is an empty body. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
