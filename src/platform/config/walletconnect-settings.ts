import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { projectId, relayUrl } from './value-forms.ts';

/** The settings about WalletConnect, which is switched off unless a project ID is set. */
export const WALLETCONNECT_SETTINGS = {
  WALLETCONNECT_PROJECT_ID: setting(projectId(), {
    meaning:
      'Offers WalletConnect on the pay page, so that a payer can pay with a wallet app on another device. Its client is loaded, and its relay is called, only with this setting.',
    unit: 'the project ID as dashboard.reown.com shows it: 32 hexadecimal digits. It stands in the page and is no secret',
    example: '0123456789abcdef0123456789abcdef',
    otherwise: 'the page offers no WalletConnect, and nothing of it is loaded',
  }),
  WALLETCONNECT_RELAY_URL: setting(relayUrl(), {
    meaning: 'The relay through which the pay page and wallet apps exchange encrypted messages.',
    unit: 'URL that begins with wss:// and has no path; ws:// is for this machine in the sandbox only',
    example: 'wss://relay.example.com',
    otherwise: '`wss://relay.walletconnect.org`, the public relay',
  }),
};

const shape = z.object(WALLETCONNECT_SETTINGS);
type Given = z.output<typeof shape>;

const PUBLIC_RELAY = 'wss://relay.walletconnect.org';

/** What the page needs for WalletConnect; undefined where it is switched off. */
export function walletConnectOf({
  WALLETCONNECT_PROJECT_ID: id,
  WALLETCONNECT_RELAY_URL: relay = PUBLIC_RELAY,
}: Given): Config['walletConnect'] {
  return id === undefined ? undefined : { projectId: id, relayUrl: relay };
}

/** Which of these settings has no effect or may not be so, with why. */
export function findWalletConnectProblems(
  { WALLETCONNECT_PROJECT_ID: id, WALLETCONNECT_RELAY_URL: relay }: Given,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  if (relay === undefined) return [];
  const problems: [string, string][] = [];
  if (id === undefined) {
    problems.push(['WALLETCONNECT_RELAY_URL', 'has no effect without WALLETCONNECT_PROJECT_ID']);
  }
  const { protocol, hostname } = new URL(relay);
  if (protocol === 'ws:' && (mode === 'production' || !LOCAL_HOSTS.has(hostname))) {
    problems.push([
      'WALLETCONNECT_RELAY_URL',
      'must begin with wss://; ws:// is for localhost in the sandbox only',
    ]);
  }
  return problems;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);
