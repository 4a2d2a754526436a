import { list, member, texts } from '../../engine/members.ts';
import { openMemory } from '../memory.ts';
import type { SentChild } from './bundle-state.ts';

/** What this browser has sent for a bundle from another network. */
export interface KeptBundle {
  readonly sent: readonly SentChild[];
  readonly chain: string;
  readonly token: string;
  readonly networkId: string;
  readonly payer: string;
  readonly walletId: string;
  /** The display data of the bundle as it was then. */
  readonly view: unknown;
}

/** This browser's memory of the routes of a bundle, so that a reload loses none of them. */
export interface BundleMemory {
  /** `open` while the request for the first route may still be open in a wallet. */
  read(): KeptBundle | 'open' | undefined;
  write(kept: KeptBundle): void;
  clear(): void;
}

/** Opens the memory of one bundle, at the place where that of a single link is. */
export function openBundleMemory(token: string, now: () => number): BundleMemory {
  const memory = openMemory(`${token}.crosschain`, now);
  return {
    read() {
      const kept = memory.read();
      if (kept === undefined) return undefined;
      if (kept.sent === undefined) return 'open';
      const {
        chain = '',
        token: symbol = '',
        networkId = '',
        payer = '',
      } = texts(kept.view, TEXTS);
      const sent = list(kept.view, 'sent').flatMap(readSent);
      const { walletId } = kept.sent;
      return {
        sent,
        chain,
        token: symbol,
        networkId,
        payer,
        walletId,
        view: member(kept.view, 'view'),
      };
    },
    write({ walletId, ...view }) {
      const hash = view.sent.at(-1)?.hash;
      const sent = hash === undefined ? undefined : { hash, at: now(), walletId };
      memory.write({ sent, chain: view.networkId, view });
    },
    clear: () => memory.clear(),
  };
}

const TEXTS = ['chain', 'token', 'networkId', 'payer'] as const;

function readSent(one: unknown): SentChild[] {
  const { hash, childToken } = texts(one, ['hash', 'childToken']);
  const position = member(one, 'position');
  if (hash === undefined || childToken === undefined || typeof position !== 'number') return [];
  return [{ position, childToken, hash, isRecorded: member(one, 'isRecorded') === true }];
}
