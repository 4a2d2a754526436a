import type { BrowserContext } from 'playwright-core';

/** The calls of a page to a wallet. */
export interface WalletCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Returns a call or throws a `WalletRefused`. */
export type WalletHandler = (call: WalletCall) => Promise<unknown>;

/** A refusal with a code, as EIP-1193 has it. */
export class WalletRefused extends Error {
  override name = 'WalletRefused';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Runs in the page: a provider whose calls go to Node, announced as EIP-6963 says. */
const PROVIDER = `(() => {
  const listeners = new Map();
  const provider = {
    async request({ method, params }) {
      const answer = JSON.parse(await globalThis.askTestWallet(JSON.stringify({ method, params: params ?? [] })));
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
    on(event, listener) { listeners.set(event, [...(listeners.get(event) ?? []), listener]); },
    removeListener() {},
  };
  globalThis.emitFromTestWallet = (event, value) => (listeners.get(event) ?? []).forEach((listener) => listener(value));
  const detail = Object.freeze({
    info: { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Rabbit Wallet', icon: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Crect width=%228%22 height=%228%22 fill=%22%237c3aed%22/%3E%3C/svg%3E', rdns: 'example.rabbit' },
    provider,
  });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
})()`;

/** Puts a wallet named Rabbit Wallet into every page of a context; its answers are made here. */
export async function injectWallet(context: BrowserContext, handle: WalletHandler): Promise<void> {
  await context.exposeFunction('askTestWallet', async (text: string) => {
    const call: unknown = JSON.parse(text);
    try {
      if (!isCall(call)) throw new WalletRefused(-32600, 'not a call');
      return JSON.stringify({ result: (await handle(call)) ?? null });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof WalletRefused ? error.code : -32603;
      return JSON.stringify({ error: { code, message } });
    }
  });
  await context.addInitScript({ content: PROVIDER });
}

function isCall(value: unknown): value is WalletCall {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'method') === 'string' &&
    Array.isArray(Reflect.get(value, 'params'))
  );
}
