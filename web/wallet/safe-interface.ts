/** The Safe Apps protocol, by which a page within an interface of Safe talks to it: the questions that this page has. */
import { isRecord, member } from '../engine/members.ts';

/** What is asked of the interface; the protocol has more. */
type SafeMethod = 'getSafeInfo' | 'sendTransactions' | 'getTxBySafeTxHash' | 'rpcCall';

/** A Safe as the interface shows it. */
export interface SafeInfo {
  readonly address: string;
  readonly chainId: number;
  /** Whether the person only looks at it: no key of an owner is connected. */
  readonly isReadOnly: boolean;
}

/** The interface of Safe around this page. */
export interface SafeInterface {
  /** As it answered at first. */
  readonly info: SafeInfo;
  /** As it is now; undefined where that cannot be read. */
  readInfo(): Promise<SafeInfo | undefined>;
  /** Throws what the interface says where it refuses. */
  request(method: SafeMethod, params: unknown): Promise<unknown>;
}

/** What a message to a window says, and of whom it is. */
export interface FrameMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** A window within another one, as far as messages go. */
export interface FrameWindow {
  readonly parent: { postMessage(message: object, origin: string): void };
  addEventListener(type: 'message', listener: (event: FrameMessage) => void): void;
}

/** The release of the protocol that this is written for; interfaces read it. */
const PROTOCOL_VERSION = '9.1.0';

/** A name of a question has so many bytes, as the protocol's own client makes it. */
const ID_BYTES = 5;

/** An interface that has just been opened may listen a moment later. */
const GREETING_WAIT_MS = 1_000;
const GREETINGS_MAX = 5;

/** Owners decide in their own time; everything else is read at once. */
const READ_WAIT_MS = 15_000;

/**
 * Finds the interface of Safe around this window, which must be of one of the origins; undefined where none answers.
 * Each is written to by its exact origin, so that a browser gives nothing to any other page.
 */
export async function meetSafe(
  frame: FrameWindow,
  origins: readonly string[],
): Promise<SafeInterface | undefined> {
  const { query } = openMessages(frame, origins);
  const readInfo = async (waitMs = READ_WAIT_MS) => {
    try {
      return infoOf(await query('getSafeInfo', undefined, waitMs));
    } catch {
      // Nobody is there, or says no: either way there is no Safe.
      return undefined;
    }
  };
  for (let tries = 0; tries < GREETINGS_MAX; tries += 1) {
    const info = await readInfo(GREETING_WAIT_MS);
    if (info === undefined) continue;
    return {
      info,
      readInfo: () => readInfo(),
      request: (method, params) =>
        query(method, params, method === 'sendTransactions' ? undefined : READ_WAIT_MS),
    };
  }
  return undefined;
}

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Questions to the parent, and only its answers to them. */
function openMessages(frame: FrameWindow, origins: readonly string[]) {
  const waiting = new Map<string, Waiting>();
  /** All that may be the parent’s, until one of them has answered. */
  let trusted = origins;
  frame.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.parent || !trusted.includes(origin)) return;
    const answer = readAnswer(data);
    const open = answer && waiting.get(answer.id);
    if (answer === undefined || open === undefined) return;
    trusted = [origin];
    waiting.delete(answer.id);
    if ('error' in answer) open.reject(new Error(answer.error));
    else open.resolve(answer.data);
  });
  const query = (method: SafeMethod, params: unknown, waitMs: number | undefined) =>
    new Promise<unknown>((resolve, reject) => {
      const id = newId();
      waiting.set(id, { resolve, reject });
      const env = { sdkVersion: PROTOCOL_VERSION };
      const message = { id, method, ...(params !== undefined && { params }), env };
      for (const origin of trusted) frame.parent.postMessage(message, origin);
      if (waitMs === undefined) return;
      setTimeout(() => {
        waiting.delete(id);
        reject(new Error('the interface does not answer'));
      }, waitMs);
    });
  return { query };
}

type SafeAnswer = { readonly id: string } & (
  | { readonly data: unknown }
  | { readonly error: string }
);

/** An answer as the protocol has it since its version 1; undefined for anything else. */
function readAnswer(data: unknown): SafeAnswer | undefined {
  if (!isRecord(data)) return undefined;
  const { id, success, version, error } = data;
  if (typeof id !== 'string' || typeof version !== 'string' || !/^[1-9]\d*\./.test(version))
    return undefined;
  if (success === true) return { id, data: data['data'] };
  return success === false && typeof error === 'string' ? { id, error } : undefined;
}

function infoOf(data: unknown): SafeInfo | undefined {
  const address = member(data, 'safeAddress');
  const chainId = member(data, 'chainId');
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) return undefined;
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId)) return undefined;
  return { address, chainId, isReadOnly: member(data, 'isReadOnly') === true };
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
