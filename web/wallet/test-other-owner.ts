/** The window of the owner who signs after the first, beside the page: in the sandbox one person tries both. */
import { reportUnloaded } from '../engine/report-unloaded.ts';
import { pause } from '../engine/wait.ts';
import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';
import type { TestChain, TestWallet } from './test-account.ts';
import { node } from './test-dialog.ts';

/** A proposed transaction of a test Safe. */
interface Proposed {
  readonly wallet: TestWallet;
  readonly chain: TestChain;
  /** Its `safeTxHash`. */
  readonly hash: string;
}

/** By the hash of what was proposed. */
const windows = new Map<string, HTMLElement>();

/** How EIP-5792 numbers calls that are not made yet. */
export const PENDING = 100;

/** Milliseconds between two looks whether owners have executed or rejected it elsewhere. */
const POLL_MS = 3_000;

/** Shows the window, unless it is there, until the proposal is executed or rejected. */
export function offerOtherOwner(proposed: Proposed): void {
  const { hash } = proposed;
  if (windows.has(hash)) return;
  const said = node('p', { className: 'fine', role: 'status' });
  const work = (text: string, which: 'execute' | 'reject') => {
    const button = node('button', { textContent: text, className: 'secondary', type: 'button' });
    button.addEventListener('click', () => void run(which));
    return button;
  };
  const buttons = [work(messages.owner.execute, 'execute'), work(messages.owner.reject, 'reject')];
  const run = async (which: 'execute' | 'reject') => {
    for (const button of buttons) button.disabled = true;
    said.textContent = messages.owner.working;
    try {
      const { openOtherOwner } = await import('./test-signer.ts').catch(reportUnloaded);
      await openOtherOwner(proposed.wallet, proposed.chain)[which](hash);
      closeOtherOwner(hash);
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      for (const button of buttons) button.disabled = false;
    }
  };
  const shown = node('aside', { className: 'test-wallet', ariaLabel: messages.owner.title }, [
    node('h2', { textContent: messages.owner.title }),
    node('p', { textContent: messages.owner.text }),
    ...buttons,
    said,
    node('p', { textContent: messages.note, className: 'fine' }),
  ]);
  windows.set(hash, shown);
  document.body.append(shown);
  void closeWhenOver(proposed);
}

async function closeWhenOver({ wallet, chain, hash }: Proposed): Promise<void> {
  const { openSigner } = await import('./test-signer.ts').catch(reportUnloaded);
  const { calls } = openSigner(wallet, chain);
  while (windows.has(hash)) {
    await pause(POLL_MS);
    const read = await calls?.readStatus(hash).catch(() => undefined);
    if (read !== undefined && read.status !== PENDING) closeOtherOwner(hash);
  }
}

/** Removes the window of what is no longer waited for. */
export function closeOtherOwner(hash: string): void {
  windows.get(hash)?.remove();
  windows.delete(hash);
}
