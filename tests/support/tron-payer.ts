import { TronWeb, type Types } from 'tronweb';
import { z } from 'zod';
import { sendToHost } from './send-to-host.ts';
import { reachTronNode, type TestTronNode, type TronWallet } from './tron-node.ts';
import type { ReachedWorld } from './world.ts';

/** An element of calldata as TronWeb takes it. */
const Unsigned = z.looseObject({
  to: z.string(),
  data: z.string(),
  value: z.literal('0x0'),
  visible: z.literal(false),
  txID: z.string(),
  raw_data_hex: z.string(),
  raw_data: z.looseObject({
    contract: z.array(z.any()),
    fee_limit: z.number(),
    expiration: z.number(),
    timestamp: z.number(),
  }),
});
/** An element of calldata as TronWeb takes it. */
export type Unsigned = z.infer<typeof Unsigned>;

/** The same, by the types of TronWeb. */
const AsTronWeb = z.custom<Types.Transaction>((value) => typeof value === 'object');

/** The calldata of a link on Tron. */
const Calldata = z.looseObject({
  transactions: z.array(Unsigned),
  atomicTransactions: z.array(Unsigned).optional(),
  metadata: z.looseObject({ paymentTransactionIndex: z.number(), requiredAmount: z.string() }),
  paymentReference: z.string(),
});

/** Somebody who pays links on the sandbox's Tron node with unmodified TronWeb, whose transactions the API forwards. */
export interface TronPayer {
  readonly node: TestTronNode;
  readonly tronWeb: TronWeb;
  readonly wallet: TronWallet;
  /** `/pay` for the wallet. */
  prepare(token: string): Promise<z.infer<typeof Calldata>>;
  sign(transaction: Unsigned): Promise<object>;
  /** Posts a body to the relay. */
  broadcast(token: string, body: object): ReturnType<typeof sendToHost>;
  /** Signs and has forwarded, one after another; returns their ids. */
  pay(token: string, transactions: readonly Unsigned[]): Promise<string[]>;
  /** Whether the node has seen a transaction. */
  isKnown(txid: string): Promise<boolean>;
}

/** A new payer in a world that runs a Tron node. */
export async function tronPayer(world: ReachedWorld): Promise<TronPayer> {
  const { networks, clientId, origin } = world.sandbox;
  const url = networks['tron']?.rpcUrl ?? '';
  const node = reachTronNode(url, () => Promise.resolve());
  const wallet = await node.freshWallet();
  const tronWeb = new TronWeb({ fullHost: url, privateKey: wallet.privateKey.slice(2) });
  const headers = { 'x-client-id': clientId, origin };
  const sign: TronPayer['sign'] = async (transaction) =>
    await tronWeb.trx.sign(AsTronWeb.parse(transaction));
  const broadcast: TronPayer['broadcast'] = (token, body) =>
    sendToHost(`${world.apiUrl}/v2/secure-payments/${token}/tron/broadcast`, { headers, body });
  return {
    node,
    tronWeb,
    wallet,
    sign,
    broadcast,
    prepare: async (token) => {
      const answer = await world.read(`${token}/pay?wallet=${wallet.address}`);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return Calldata.parse(answer.body);
    },
    pay: async (token, transactions) => {
      const ids: string[] = [];
      for (const transaction of transactions) {
        const answer = await broadcast(token, { signedTransaction: await sign(transaction) });
        const { result, txid } = z
          .looseObject({ result: z.literal(true), txid: z.string() })
          .parse(answer.body);
        if (result) ids.push(txid);
      }
      return ids;
    },
    isKnown: async (txid) => {
      const found = await node.post('wallet/gettransactionbyid', { value: txid });
      return Object.keys(Object(found)).length > 0;
    },
  };
}
