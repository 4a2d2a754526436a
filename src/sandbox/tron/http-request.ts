import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { TronHex } from './address.ts';
import { NodeError } from './node-error.ts';
import { parseAddress } from './transaction-json.ts';

/** The parameters of a request, from its body or its query alike. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/** Twice the bytes of the largest transaction as hex, with room for the JSON around it. */
const BODY_BYTES_MAX = 4_000_000;

/** Reads the parameters of a request. Throws `NodeError` where the body is no JSON object. */
export async function readParameters(
  request: IncomingMessage,
  url: URL,
): Promise<RequestParameters> {
  if (request.method !== 'POST') return Object.fromEntries(url.searchParams);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_BYTES_MAX) throw new NodeError('Exception', 'body size is too big');
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return {};
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (!parsed.success) throw new NodeError('JSONException', 'syntax error, expect {');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a flag is set, in a body or as a word of a query. */
export function isSet(parameters: RequestParameters, name: string): boolean {
  const value = parameters[name];
  return value === true || value === 'true';
}

/** A text parameter; empty where it is missing. */
export function textOf(parameters: RequestParameters, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}

/** A whole number, also where a query has it as text; 0 where it is missing. */
export function numberOf(parameters: RequestParameters, name: string): number {
  const value = parameters[name] ?? 0;
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw new NodeError('JsonFormat$ParseException', `For input string: "${String(value)}"`);
  }
  return number;
}

/** The address in a parameter, in the form that the request's `visible` says. */
export function addressOf(parameters: RequestParameters, name: string): TronHex {
  return parseAddress(textOf(parameters, name), isSet(parameters, 'visible'));
}
