import { z } from 'zod';
import { createWebhook } from '#modules/webhooks/index.ts';
import { LARGE_ACCOUNT } from '../../tests/support/many-links.ts';
import { wireFlorin } from './wired-florin.ts';

// What `florin watch` and `florin work` do in one process, wired as production wires it, on a node of Sepolia: payments
// are found, settled and reported, those of the large account to a webhook where there is one. It begins on a message.
const { databaseUrl, rpcUrls, from, receiverUrl } = z
  .object({
    databaseUrl: z.string(),
    rpcUrls: z.array(z.string()),
    from: z.number(),
    receiverUrl: z.string().optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const florin = await wireFlorin(databaseUrl, rpcUrls);
const ctx = {
  ...florin.ctx,
  settings: {
    ...florin.ctx.settings,
    confirmationsFor: () => ({ by: 'depth', blocks: 1 }) as const,
    firstBlockOf: () => BigInt(from),
  },
};
const [chain] = ctx.chains.all;
if (chain === undefined) throw new Error('one network is connected');
const actor = { kind: 'api_key', accountId: LARGE_ACCOUNT, apiKeyId: 'bench' } as const;
const webhook =
  receiverUrl === undefined
    ? undefined
    : await createWebhook({ ...ctx, actor }, { url: receiverUrl });
process.once('message', () => florin.run(ctx, chain));
process.send?.({ isReady: true, secret: webhook?.secret });
