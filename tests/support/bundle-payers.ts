import { TRON_NEEDS } from '#chains/tron/needs.ts';
import { Refusal } from '#kit/failure.ts';
import type { PayerQuery } from '#modules/checkout/model/payer-query.ts';
import { paySecurePayment } from '#modules/checkout/pay-secure-payment.ts';
import { viewSecurePayment } from '#modules/checkout/view-secure-payment.ts';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import type { Context } from '../../src/context.ts';
import { insertPayouts, newBundle } from './bundles.ts';
import { testContext } from './database.ts';
import { connected, stillChain } from './still-chain.ts';

type Db = Context['db'];

/** Who visits bundles on two chains that stand still. */
export function bundlePayers(db: () => Db) {
  function payer(more: Partial<Context> = {}) {
    const chains = {
      base: stillChain('base'),
      sepolia: stillChain('sepolia'),
      tron: tronLike(),
    };
    const ctx = testContext({
      db: db(),
      chains: connected(...Object.values(chains)),
      ...more,
    });
    return { ctx, ...chains };
  }

  return {
    payer,
    bundleOf: async (...parts: Parameters<typeof insertPayouts>[1]) => {
      const { ctx } = payer();
      return await newBundle(ctx, await insertPayouts(ctx, parts));
    },
    view: (token: string, query: PayerQuery = {}, ctx = payer().ctx) =>
      viewSecurePayment(ctx, { token, query }),
    pay: async (token: string, query: PayerQuery = {}, ctx = payer().ctx) =>
      MulticallCalldata.parse(await paySecurePayment(ctx, { token, query })),
  };
}

/** A still chain whose wallets sign more than a call, with the resources and limits of Tron. */
function tronLike() {
  const chain = stillChain('tron');
  const call = chain.prepare;
  const read = chain.readPayerBalances;
  const tron = Object.assign(chain, {
    needs: TRON_NEEDS,
    /** In sun. */
    energyPrice: 100n,
    readPayerBalances: async (...parts: Parameters<typeof read>) => ({
      ...(await read(...parts)),
      resources: { prices: { energy: tron.energyPrice } },
    }),
    prepare: async (...parts: Parameters<typeof call>) =>
      (await call(...parts)).map((one, at) => ({
        ...one,
        familyFields: { txID: String(at).padStart(64, '0'), visible: false },
      })),
  });
  return tron;
}

/** What an answer was refused with; throws where it was not. */
export async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw new Error(`it was not refused: ${String(error)}`);
}
