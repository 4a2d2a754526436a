import { z } from 'zod';

/** What a host answered: status, headers and the parsed body. */
export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One call over real HTTP; a body is sent as JSON. */
export async function sendToHost(
  url: string,
  { method, headers, body }: Question = {},
): Promise<Said> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(url, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** The names of an object's members, sorted. */
export function namesOf(value: unknown): string[] {
  return Object.keys(z.record(z.string(), z.unknown()).parse(value)).sort();
}
