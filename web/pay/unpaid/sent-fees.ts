import { list, texts } from '../../engine/members.ts';
import { openMemory } from '../memory.ts';
import type { SentFees } from './fees-state.ts';

/** What is known of fees before and after a wallet has sent them. */
interface AskedFees extends Pick<SentFees, 'networkId' | 'references'> {
  /** Missing while the wallet's request is open. */
  readonly sent?: Pick<SentFees, 'hash' | 'at' | 'walletId'>;
}

/** This browser's memory of fees it may have sent, so that nobody pays them twice. */
export interface FeesMemory {
  /** `asking` while a request may still be open in a wallet. */
  read(): SentFees | 'asking' | undefined;
  write(fees: AskedFees): void;
  clear(): void;
}

/** Opens the memory of the fees of one link; it is apart from that of its payment. */
export function openFeesMemory(token: string): FeesMemory {
  const memory = openMemory(`${token}.fees`, Date.now);
  return {
    read() {
      const kept = memory.read();
      if (kept === undefined) return undefined;
      if (kept.sent === undefined) return 'asking';
      const references = list(kept.view, 'references').filter((one) => typeof one === 'string');
      const { networkId = '' } = texts(kept.view, ['networkId']);
      return { ...kept.sent, networkId, references };
    },
    write: ({ networkId, references, sent }) =>
      memory.write({ sent, chain: networkId, view: { networkId, references } }),
    clear: () => memory.clear(),
  };
}
