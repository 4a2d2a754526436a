import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Clock } from '#kit/clock.ts';
import type { RandomSource } from '#kit/secret.ts';
import type { Log } from '#platform/log.ts';

/** A transfer whose state has changed. */
interface ChangedTransfer {
  readonly id: string;
  readonly state: string;
}

/** Sends callbacks as the vendor does. */
export interface CallbackSender {
  /** What verifies them, as PEM. */
  readonly publicKey: string;
  /** Reports a change once; false where nobody answered. */
  send(url: string, changed: ChangedTransfer): Promise<boolean>;
}

interface SenderParts {
  readonly now: Clock;
  readonly random: RandomSource;
  readonly log: Log | undefined;
}

const TIMEOUT_MS = 5_000;
const ID_BYTES = 8;
/** Short, so that it is made in no time: it signs on this machine alone. */
const KEY_BITS = 1_024;

/** Makes a key of its own. */
export function openCallbackSender({ now, random, log }: SenderParts): CallbackSender {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  return {
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    send: async (url, { id, state }) => {
      const body = JSON.stringify({
        api_version: 'v0',
        event_id: `wh_${random(ID_BYTES).toString('hex')}`,
        event_category: 'transfer',
        event_type: 'transfer.updated.status_transitioned',
        event_object_id: id,
        event_object_status: state,
        event_object: { id, state },
        event_created_at: now().toISOString(),
      });
      const time = now().getTime();
      const digest = createHash('sha256').update(`${time}.${body}`).digest();
      const signature = sign('RSA-SHA256', digest, privateKey).toString('base64');
      const headers = {
        'content-type': 'application/json',
        'x-webhook-signature': `t=${time},v0=${signature}`,
      };
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(url, { method: 'POST', headers, body, signal });
        if (!answer.ok) log?.warn({ status: answer.status }, 'a callback of the bank was refused');
        return true;
      } catch (error) {
        log?.warn({ err: error }, 'a callback of the bank was not received');
        return false;
      }
    },
  };
}
