import type { OffRampSettings } from '#platform/config/config.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** How the sandbox's own off-ramp provider is called at this URL. */
export function bankAt(url: string, callbackKey: string | undefined): OffRampSettings {
  const apiKey = 'key-of-the-sandbox';
  return { url: `${url}/v0`, apiKey, customerId: 'florin-sandbox', callbackKey };
}

/** The same for that of a sandbox that runs; undefined where it has none. */
export function bankOfSandbox(file: SandboxFile | undefined): OffRampSettings | undefined {
  return file?.bankUrl === undefined ? undefined : bankAt(file.bankUrl, file.bankCallbackKey);
}
