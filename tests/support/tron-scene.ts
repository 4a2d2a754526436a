import { TronWeb, type Types } from 'tronweb';
import { expect } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { startTronNode, type TronNode, type TronNodeOptions } from '#sandbox/tron/tron-node.ts';
import { TRON_USDT, TRX } from './tron-node.ts';

export { TRON_USDC, TRON_USDT, TRX } from './tron-node.ts';

/** A test account as Tron writes it. */
export const tronAddressOf = ({ address }: { readonly address: string }): string =>
  TronWeb.address.fromHex(`41${address.slice(2)}`);

interface CallInput {
  readonly contract?: string;
  readonly parameters?: readonly { readonly type: string; readonly value: unknown }[];
  readonly feeLimit?: number;
  readonly from?: string;
}

/** A local Tron node with a payer whose TronWeb builds, signs and sends. */
export interface TronScene {
  readonly node: TronNode;
  readonly tronWeb: TronWeb;
  walletOf(account: { readonly privateKey: string }): TronWeb;
  /** Gives the node a command that only a local one has. */
  control(command: string, body?: object): Promise<Readonly<Record<'head' | 'solidified', number>>>;
  post(path: string, body: object): Promise<unknown>;
  build(selector: string, input?: CallInput): Promise<Transaction>;
  /** Builds, signs and sends, and returns the receipt that the full node shows at once. */
  send(selector: string, input?: CallInput): Promise<Types.TransactionInfo>;
  unitsOf(token: string, holder: string): Promise<bigint>;
  /** Lets a contract draw on the payer's tokens without a limit. */
  allow(token: string, spender: string): Promise<void>;
}

type Transaction = Types.Transaction<Types.TriggerSmartContract>;

const State = z.object({ head: z.number(), solidified: z.number() });

/** Starts a node that makes a block for each transaction by default, and has two above the solidified one. */
export async function openTronScene(options: TronNodeOptions = {}): Promise<TronScene> {
  const defaults = { blockMs: 0, isInstant: true, solidifiedBehind: 2 };
  const node = await startTronNode({ ...defaults, ...options });
  const walletOf = ({ privateKey }: { readonly privateKey: string }) =>
    new TronWeb({ fullHost: node.url, privateKey: privateKey.slice(2) });
  const tronWeb = walletOf(TEST_ACCOUNTS.payer);
  const payer = tronAddressOf(TEST_ACCOUNTS.payer);
  const post = async (path: string, body: object): Promise<unknown> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${node.url}/${path}`, init)).json();
  };
  const build = async (selector: string, input: CallInput = {}) => {
    const { contract = TRON_USDT, parameters = [], feeLimit = 100 * TRX, from = payer } = input;
    const options = { feeLimit, callValue: 0 };
    const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      ...([contract, selector, options] as const),
      [...parameters],
      from,
    );
    return transaction;
  };
  const send = async (selector: string, input: CallInput = {}) => {
    const signed = await tronWeb.trx.sign(await build(selector, input));
    const sent = await tronWeb.trx.sendRawTransaction(signed);
    expect(sent).toMatchObject({ result: true, txid: signed.txID });
    return tronWeb.trx.getUnconfirmedTransactionInfo(signed.txID);
  };
  return {
    node,
    tronWeb,
    walletOf,
    control: async (command, body = {}) => State.parse(await post(`control/${command}`, body)),
    post,
    build,
    send,
    unitsOf: async (token, holder) => {
      const contract = await tronWeb.contract().at(token);
      const units: unknown = await contract['balanceOf'](holder).call();
      return BigInt(String(units));
    },
    allow: async (token, spender) => {
      const parameters = [addressArgument(spender), uintArgument(`0x${'f'.repeat(64)}`)];
      const info = await send('approve(address,uint256)', { contract: token, parameters });
      expect(info.receipt.result).toBe('SUCCESS');
    },
  };
}

/** An address as TronWeb takes arguments. */
export const addressArgument = (value: string) => ({ type: 'address', value });

/** A number as TronWeb takes arguments. */
export const uintArgument = (value: number | string) => ({ type: 'uint256', value });

/** The arguments of a transfer to the payee. */
export const transferOf = (units: number | string) => ({
  parameters: [addressArgument(tronAddressOf(TEST_ACCOUNTS.payee)), uintArgument(units)],
});
