import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ensurePeers } from './ensure-peers.ts';

const FOLDER = fileURLToPath(new URL('./peers/', import.meta.url));
/** Far more than a pass takes, so that a peer that hangs ends the benchmark. */
const ANSWER_TIMEOUT_MS = 60_000;

/** A payment in plain text, as it travels to a peer's process. */
export interface PeerPayment {
  readonly requestId: string;
  readonly salt: string;
  readonly network: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  readonly amountUnits: string;
  readonly feeUnits: string;
  readonly feeAddress: string;
}

/** What a peer is to encode, each payment by itself or batches of them. */
type PeerWork =
  | { readonly payments: readonly PeerPayment[] }
  | { readonly batches: readonly (readonly PeerPayment[])[] };

const Encoded = z.object({ encoded: z.array(z.string()), microseconds: z.number() });

/** A peer in a process of its own; disposing ends it. */
interface Peer extends AsyncDisposable {
  /** The calldata of each payment or of each batch, and how long making all of it took. */
  encode(work: PeerWork): Promise<z.infer<typeof Encoded>>;
}

/** Starts the peer that encodes payments; the first time it is installed before. */
export async function openPeer(): Promise<Peer> {
  await ensurePeers();
  const child = fork(`${FOLDER}encode-payments.js`);
  const ended = once(child, 'exit');
  return {
    encode: async (work) => {
      const answered = once(child, 'message', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      child.send(work);
      const [message] = await Promise.race([answered, ended.then(() => ['ended too soon'])]);
      return Encoded.parse(message);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
