import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** Where the sandbox's vendors that screen wallets are: each is at its own name below this URL. */
export interface SandboxScreening {
  readonly url: string;
  /** What verifies their alerts; only in the process that they run in, which serves the endpoint. */
  readonly alertKeys?: Readonly<Record<WalletScreenerName, string>>;
}

/** Those of a sandbox that runs; undefined where it has none. */
export function screeningOfSandbox(file: SandboxFile | undefined): SandboxScreening | undefined {
  return file?.screeningUrl === undefined ? undefined : { url: file.screeningUrl };
}
