import { generateKeyPairSync, sign } from 'node:crypto';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { systemRandom } from '#kit/secret.ts';

/** What verifies the alerts of each vendor, in the form of its setting. */
export type AlertKeys = Readonly<Record<WalletScreenerName, string>>;

/** Sends alerts as the vendors do. */
export interface AlertSender {
  readonly keys: AlertKeys;
  sendTo(url: string): void;
  /** Reports wallets once; returns the status of the answer, or undefined where nobody answered. */
  send(alert: NewAlert): Promise<number | undefined>;
}

interface NewAlert {
  readonly vendor: WalletScreenerName;
  readonly wallets: readonly string[];
}

const TIMEOUT_MS = 5_000;
const NAME_BYTES = 16;

const newName = () => systemRandom(NAME_BYTES).toString('hex');

/** Makes keys of its own. Nothing is sent before it knows where to. */
export function openAlertSender(): AlertSender {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const shared = newName();
  let url: string | undefined;
  const requests: Readonly<Record<WalletScreenerName, (wallets: readonly string[]) => object>> = {
    hypernative: (wallets) => {
      const involvedAssets = wallets.map((address) => ({ address, type: 'Wallet' }));
      const riskInsight = { id: newName(), severity: 'High', involvedAssets };
      const data = JSON.stringify({ riskInsight, watchlists: [], triggeredAssets: [] });
      const digitalSignature = sign('sha256', Buffer.from(data), privateKey).toString('base64');
      return { id: newName(), data, digitalSignature };
    },
    merklescience: (wallets) => ({
      id: newName(),
      alerts: wallets.map((identifier) => ({ identifier })),
    }),
  };
  return {
    keys: {
      hypernative: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      merklescience: shared,
    },
    sendTo: (to) => {
      url = to;
    },
    send: async ({ vendor, wallets }) => {
      if (url === undefined) return undefined;
      const key = vendor === 'merklescience' ? { 'x-webhook-key': shared } : {};
      try {
        const answer = await fetch(`${url}/${vendor}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...key },
          body: JSON.stringify(requests[vendor](wallets)),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return answer.status;
      } catch {
        // Nobody answered; the answer to the command says so.
        return undefined;
      }
    },
  };
}
