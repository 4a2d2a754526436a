import { member, texts } from '../../engine/members.ts';
import { type Memory, openMemory } from '../memory.ts';
import type { Sent } from '../page-state.ts';

/** A transaction of this browser that pays a link from another network. */
export interface SentRoute extends Sent {
  /** The source as the API names it, and by the page's own list. */
  readonly chain: string;
  readonly token: string;
  readonly networkId: string;
  readonly payer: string;
  /** Of a Safe: to whom returns what does not arrive. */
  readonly refundTo?: string | undefined;
  /** Whether the API has it as an intent. */
  readonly isRecorded: boolean;
  /** The display data of the link as it was then. */
  readonly view: unknown;
}

/** What is stored before the wallet answers. */
type RouteRequest = Pick<
  SentRoute,
  'chain' | 'token' | 'networkId' | 'payer' | 'refundTo' | 'view'
>;

/** This browser's memory of a payment that it may have sent from another network, so that a reload loses nothing of it. */
export interface RouteMemory extends Pick<Memory, 'backUp' | 'dropSent'> {
  /** `open` while a request may still be open in a wallet. */
  read(): SentRoute | 'open' | undefined;
  writeRequest(request: RouteRequest): void;
  write(sent: SentRoute): void;
  clear(): void;
}

/** Opens the memory of one link; it is apart from that of payments on the link's own network. */
export function openRouteMemory(token: string): RouteMemory {
  const memory = openMemory(`${token}.crosschain`, Date.now);
  const write = (
    { chain, token: symbol, networkId, payer, refundTo, view }: RouteRequest,
    sent: Sent | undefined,
    isRecorded: boolean,
  ) =>
    memory.write({
      sent,
      chain: networkId,
      view: { chain, token: symbol, networkId, payer, refundTo, view, isRecorded },
    });
  return {
    read() {
      const kept = memory.read();
      if (kept?.sent === undefined) return kept && 'open';
      const {
        chain = '',
        token: symbol = '',
        networkId = '',
        payer = '',
        refundTo,
      } = texts(kept.view, TEXTS);
      return {
        ...kept.sent,
        chain,
        token: symbol,
        networkId,
        payer,
        refundTo,
        view: member(kept.view, 'view'),
        isRecorded: member(kept.view, 'isRecorded') === true,
      };
    },
    writeRequest: (request) => write(request, undefined, false),
    write: (sent) =>
      write(sent, { hash: sent.hash, at: sent.at, walletId: sent.walletId }, sent.isRecorded),
    clear: () => memory.clear(),
    backUp: () => memory.backUp(),
    dropSent: (hash) => memory.dropSent(hash),
  };
}

const TEXTS = ['chain', 'token', 'networkId', 'payer', 'refundTo'] as const;

/** Whether the API records payments from this token; others are followed from the chain alone. */
export function isRecordable(token: string): boolean {
  return token === 'USDC' || token === 'USDT';
}
