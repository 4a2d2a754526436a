import { TronWeb, type Types, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import {
  openTronScene,
  TRON_USDC,
  TRON_USDT,
  TRX,
  type TronScene,
  transferOf,
  tronAddressOf,
} from '../support/tron-scene.ts';

const TRANSFER = 'transfer(address,uint256)';

let scene: TronScene;
let tronWeb: TronWeb;
const payer = tronAddressOf(TEST_ACCOUNTS.payer);
const payee = tronAddressOf(TEST_ACCOUNTS.payee);

beforeAll(async () => {
  scene = await openTronScene();
  tronWeb = scene.tronWeb;
});
afterAll(() => scene.node.stop());

describe('a call that fails', () => {
  it('for lack of energy burns all that its fee limit bought and changes nothing', async () => {
    const before = await scene.unitsOf(TRON_USDT, payee);
    const info = await scene.send(TRANSFER, { ...transferOf(9), feeLimit: 200_000 });
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } });
    expect(info.receipt.energy_usage_total).toBe(2_000);
    expect(info.receipt.energy_fee).toBe(200_000);
    expect(info).not.toHaveProperty('log');
    expect(await scene.unitsOf(TRON_USDT, payee)).toBe(before);
    expect(await tronWeb.trx.getTransaction(info.id)).toMatchObject({
      ret: [{ contractRet: 'OUT_OF_ENERGY' }],
    });
  });

  it("by its contract is a block's REVERT, with its words in the result", async () => {
    const info = await scene.send(TRANSFER, {
      ...transferOf(`1${'0'.repeat(30)}`),
      contract: TRON_USDC,
    });
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
    expect(TronWeb.toUtf8(info.resMessage)).toBe('REVERT opcode executed');
    expect(TronWeb.toUtf8(info.contractResult[0] ?? '')).toContain('balance too low');
    expect(info.receipt.energy_usage_total).toBeLessThan(20_000);
  });

  it('when nothing is sent has a result that says true and a message', async () => {
    const request = {
      owner_address: payer,
      contract_address: TRON_USDC,
      function_selector: TRANSFER,
      parameter: `${'0'.repeat(24)}${TEST_ACCOUNTS.payee.address.slice(2)}${'f'.repeat(64)}`,
      visible: true,
    };
    expect(await scene.post('wallet/triggerconstantcontract', request)).toMatchObject({
      result: { result: true, message: 'REVERT opcode executed' },
      constant_result: [expect.stringMatching(/^08c379a0/)],
      transaction: { ret: [{ ret: 'FAILED' }] },
    });
    expect(await scene.post('wallet/estimateenergy', request)).toEqual({
      result: { result: true, message: 'REVERT opcode executed' },
    });
  });

  it('can be made to take too long', async () => {
    await scene.control('next-result', { result: 'OUT_OF_TIME' });
    const info = await scene.send(TRANSFER, { ...transferOf(9), feeLimit: TRX });
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_TIME' } });
  });
});

type Unsigned = Awaited<ReturnType<TronScene['build']>>;

describe('a transaction is refused', () => {
  const sign = (transaction: Unsigned, key: string = TEST_ACCOUNTS.payer.privateKey) =>
    utils.crypto.signTransaction(key.slice(2), transaction);
  /** With other fields than the node built, and the id and hex that belong to them. */
  const altered = (transaction: Unsigned, change: object) => {
    const copy = { ...transaction, raw_data: { ...transaction.raw_data, ...change } };
    const pb = utils.transaction.txJsonToPb(copy);
    return {
      ...copy,
      txID: utils.transaction.txPbToTxID(pb).replace(/^0x/, ''),
      raw_data_hex: utils.transaction.txPbToRawDataHex(pb).toLowerCase(),
    };
  };
  const refusal = async (signed: Types.SignedTransaction) => {
    const { result, code, message } = await tronWeb.trx.sendRawTransaction(signed);
    expect(result).toBeUndefined();
    return `${code}: ${TronWeb.toUtf8(String(message))}`;
  };
  const fresh = () => scene.build(TRANSFER, transferOf(11));

  it('a second time', async () => {
    const signed = sign(await fresh());
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    expect(await refusal(signed)).toBe('DUP_TRANSACTION_ERROR: Transaction already exists.');
  });

  it('with the signature of another key', async () => {
    expect(await refusal(sign(await fresh(), TEST_ACCOUNTS.payee.privateKey))).toContain(
      `is signed by ${payee} but it is not contained of permission.`,
    );
  });

  it('with half a signature', async () => {
    const signed = sign(await fresh());
    signed.signature = ['ab'.repeat(32)];
    expect(await refusal(signed)).toBe('SIGERROR: Validate signature error: Signature size is 32');
  });

  it('under a permission that its owner does not have', async () => {
    const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      ...([TRON_USDT, TRANSFER, { permissionId: 5 }, transferOf(1).parameters, payer] as const),
    );
    expect(await refusal(sign(transaction))).toContain('SIGERROR');
  });

  it('when it has expired, and when it expires in more than a day', async () => {
    const unsigned = await fresh();
    const { expiration } = unsigned.raw_data;
    await scene.control('mine', { advanceMs: 60_001 });
    expect(await refusal(sign(unsigned))).toBe('TRANSACTION_EXPIRATION_ERROR: Transaction expired');
    const late = altered(await fresh(), { expiration: expiration + 90_000_000 });
    expect(await refusal(sign(late))).toBe('TRANSACTION_EXPIRATION_ERROR: Transaction expired');
  });

  it('when it refers to a block that is none of this chain', async () => {
    const other = altered(await fresh(), { ref_block_hash: 'ab'.repeat(8) });
    expect(await refusal(sign(other))).toBe('TAPOS_ERROR: Tapos check error.');
  });

  it('above 512,000 bytes', async () => {
    const big = altered(await fresh(), { data: 'ab'.repeat(513_000) });
    expect(await refusal(sign(big))).toBe(
      'TOO_BIG_TRANSACTION_ERROR: Transaction size is too big.',
    );
  });

  it('above the highest fee limit', async () => {
    const dear = altered(await fresh(), { fee_limit: 15_000_000_001 });
    expect(await refusal(sign(dear))).toContain('CONTRACT_VALIDATE_ERROR: Contract validate error');
  });

  it('when its owner is no account yet', async () => {
    const { privateKey, address: made } = utils.accounts.generateAccount();
    const unsigned = await scene.build(TRANSFER, {
      ...transferOf(0),
      from: made.base58,
    });
    expect(await refusal(sign(unsigned, `0x${privateKey}`))).toBe(
      `CONTRACT_VALIDATE_ERROR: Contract validate error : account [${made.base58}] does not exist`,
    );
  });

  it('when there is no TRX for its bytes', async () => {
    const { privateKey, address: made } = utils.accounts.generateAccount();
    await tronWeb.trx.sendTransaction(made.base58, 1_000);
    const unsigned = await scene.build(TRANSFER, {
      ...transferOf(0),
      from: made.base58,
    });
    const memo = altered(unsigned, { data: 'ab'.repeat(300) });
    expect(await refusal(sign(memo, `0x${privateKey}`))).toBe(
      'BANDWITH_ERROR: Account resource insufficient error.',
    );
  });
});

describe('the highest fee limit', () => {
  it('is accepted, and a number in the place of an address is not', async () => {
    const info = await scene.send(TRANSFER, { ...transferOf(15), feeLimit: 15_000 * TRX });
    expect(info.receipt.result).toBe('SUCCESS');
    expect(await scene.post('wallet/broadcasttransaction', { raw_data: 7 })).toEqual({
      Error: expect.stringMatching(/^class JsonFormat\$ParseException : /),
    });
  });
});

describe('what the node does not have', () => {
  it('is not found', async () => {
    expect((await fetch(`${scene.node.url}/wallet/getpaginatedassetissuelist`)).status).toBe(404);
    expect((await fetch(`${scene.node.url}/v1/contracts/${TRON_USDT}/tokens`)).status).toBe(404);
  });

  it('and an address in the wrong form is an error with status 200', async () => {
    expect(await scene.post('wallet/getaccount', { address: payer })).toEqual({
      Error: expect.stringContaining('INVALID hex String'),
    });
  });
});

describe('a node that takes nothing just now', () => {
  it.each(['SERVER_BUSY', 'NO_CONNECTION', 'BLOCK_UNSOLIDIFIED'])(
    'answers %s, and takes the same bytes afterwards',
    async (code) => {
      const signed = await tronWeb.trx.sign(await scene.build(TRANSFER, transferOf(13)));
      await scene.control('next-broadcast', { code });
      expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ code });
      expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    },
  );
});

describe('several signatures', () => {
  it('are weighed before they are sent', async () => {
    const unsigned = await scene.build(TRANSFER, transferOf(14));
    const key = TEST_ACCOUNTS.payer.privateKey.slice(2);
    const signed = await tronWeb.trx.multiSign(unsigned, key, 2);
    expect(await tronWeb.trx.getSignWeight(signed)).toMatchObject({
      approved_list: [TronWeb.address.toHex(payer)],
      current_weight: 1,
      permission: { id: 2 },
    });
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    await expect(
      tronWeb.trx.multiSign(unsigned, TEST_ACCOUNTS.payee.privateKey.slice(2), 2),
    ).rejects.toThrow('has no permission to sign');
  });
});
