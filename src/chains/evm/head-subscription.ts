import { z } from 'zod';
import { openBackOff } from '#kit/back-off.ts';
import type { Log } from '#platform/log.ts';
import type { HeadSubscription, WaitLimits } from '../following/heads.ts';
import { type Runtime, systemRuntime } from '../nodes/runtime.ts';

/** The pause before a lost connection is made again. */
const REST = { firstMs: 250, mostMs: 30_000 };
/** After so long without a message a request is sent, as proxies close silent connections. */
const SILENCE_MS = 15_000;
/** How long the answer, or a connection, may take before another is tried. */
const ANSWER_MS = 10_000;
/** After so many block times without a new head the subscription is not relied on until the next one comes. */
const SILENT_BLOCKS = 4;
/** Blocks of some networks take less than it takes to report them. */
const SILENT_MS_MIN = 2_000;

const SUBSCRIBE = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] };
const CHAIN_ID_REQUEST = { jsonrpc: '2.0', id: 2, method: 'eth_chainId', params: [] };

/** The little of a message that matters: that it is an answer to one of ours, or a new head. */
const Message = z.object({
  params: z
    .object({ result: z.object({ hash: z.string() }) })
    .optional()
    .catch(undefined),
  id: z.number().optional(),
  method: z.string().optional(),
  result: z.unknown().optional(),
});

/** What a subscription connects to. */
export interface HeadSubscriptionParts {
  /** Tried one after another; without any there is nothing but polling. */
  readonly urls: readonly string[];
  readonly network: { readonly id: string; readonly chainId: number; readonly blockTimeMs: number };
  readonly pollMs: number;
  readonly log: Log;
  /** The machine's by default. */
  readonly runtime?: Runtime;
}

/** Opens a subscription. It connects by itself, again and again, until it is closed. */
export function openHeadSubscription(parts: HeadSubscriptionParts): HeadSubscription {
  return new WebSocketHeads(parts);
}

class WebSocketHeads implements HeadSubscription {
  readonly #parts: HeadSubscriptionParts;
  readonly #runtime: Runtime;
  readonly #silentMs: number;
  #socket: WebSocket | undefined;
  #attempts = 0;
  readonly #backOff = openBackOff(REST);
  #stopTimer: (() => void) | undefined;
  #isClosed = false;
  /** Until when the subscription is relied on. */
  #trustedUntilMs = 0;
  #hasNewHead = false;
  /** The block of the last head, where that names one. */
  #newHeadHash: string | undefined;
  /** The newest block of the caller, found before its head was reported perhaps. */
  #knownHash: string | undefined;
  #wake: (() => void) | undefined;

  constructor(parts: HeadSubscriptionParts) {
    this.#parts = parts;
    this.#runtime = parts.runtime ?? systemRuntime;
    this.#silentMs = Math.max(SILENT_BLOCKS * parts.network.blockTimeMs, SILENT_MS_MIN);
    this.#connect();
  }

  async wait(
    known: string | undefined,
    { pollMs = this.#parts.pollMs, mostMs = Infinity }: WaitLimits = {},
  ): Promise<'new_head' | 'waited'> {
    this.#knownHash = known;
    if (known !== undefined && this.#newHeadHash === known) this.#hasNewHead = false;
    const trustedMs = this.#trustedUntilMs - this.#runtime.elapsedMs();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waitMs = Math.min(Math.max(trustedMs, pollMs), mostMs);
    const stopTimer = this.#runtime.startTimer(waitMs, resolve);
    this.#wake = resolve;
    if (this.#hasNewHead) resolve();
    await promise;
    stopTimer();
    this.#wake = undefined;
    const hasNewHead = this.#hasNewHead;
    this.#hasNewHead = false;
    return hasNewHead ? 'new_head' : 'waited';
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer?.();
    this.#socket?.close();
    this.#wake?.();
  }

  #connect(): void {
    const { urls } = this.#parts;
    const url = urls[this.#attempts % urls.length];
    if (url === undefined || this.#isClosed) return;
    this.#attempts += 1;
    const socket = this.#runtime.openWebSocket(url);
    this.#socket = socket;
    const send = (question: object) => socket.send(JSON.stringify(question));
    socket.addEventListener('open', () => {
      send(CHAIN_ID_REQUEST);
      send(SUBSCRIBE);
    });
    socket.addEventListener('message', ({ data }) => {
      this.#expect(SILENCE_MS, () => {
        send(CHAIN_ID_REQUEST);
        this.#expect(ANSWER_MS, () => this.#lose(socket));
      });
      this.#receive(socket, String(data));
    });
    // Without this, a node that cannot be reached would end the process.
    socket.addEventListener('error', () => this.#lose(socket));
    socket.addEventListener('close', () => this.#lose(socket));
    this.#expect(ANSWER_MS, () => this.#lose(socket));
  }

  /** What happens when nothing else does for so long. */
  #expect(ms: number, otherwise: () => void): void {
    this.#stopTimer?.();
    this.#stopTimer = this.#runtime.startTimer(ms, otherwise);
  }

  #receive(socket: WebSocket, text: string): void {
    const { id, method, result, params } = messageOf(text);
    const { network, log } = this.#parts;
    if (id === CHAIN_ID_REQUEST.id && Number(result) !== network.chainId) {
      log.error({ network: network.id }, 'a WebSocket node serves another chain; it is not used');
      this.#backOff.setLongest();
      this.#lose(socket);
      return;
    }
    if (id === SUBSCRIBE.id && result === undefined) {
      log.warn({ network: network.id }, 'a WebSocket node reports no new blocks');
      this.#lose(socket);
      return;
    }
    const isNewHead = method === 'eth_subscription';
    if (id !== SUBSCRIBE.id && !isNewHead) return;
    if (!isNewHead) log.info({ network: network.id }, 'new blocks are reported by WebSocket');
    this.#backOff.reset();
    this.#trustedUntilMs = this.#runtime.elapsedMs() + this.#silentMs;
    const hash = params?.result.hash;
    if (hash !== undefined && hash === this.#knownHash) return;
    this.#hasNewHead = true;
    this.#newHeadHash = hash;
    this.#wake?.();
  }

  /** Closes a connection, and opens the next one after a pause. */
  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#trustedUntilMs = 0;
    socket.close();
    if (this.#isClosed) return;
    const { network, log } = this.#parts;
    const restMs = this.#backOff.next();
    log.warn(
      { network: network.id, restMs },
      'a WebSocket node was lost; new blocks are polled until it is back',
    );
    this.#expect(restMs, () => this.#connect());
    // A caller that waits for a head now waits for the polling interval.
    this.#wake?.();
  }
}

/** Messages that cannot be parsed are ignored. */
function messageOf(text: string): z.infer<typeof Message> {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
