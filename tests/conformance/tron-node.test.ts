import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import {
  addressArgument,
  openTronScene,
  TRON_USDC,
  TRON_USDT,
  TRX,
  type TronScene,
  transferOf,
  tronAddressOf,
  uintArgument,
} from '../support/tron-scene.ts';

const PROXY = CONTRACTS.tron.erc20FeeProxy;
const BATCH = CONTRACTS.tron.erc20BatchPayments ?? '';
const PAY = 'transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)';
const TRANSFER = 'transfer(address,uint256)';

let scene: TronScene;
let tronWeb: TronWeb;
const payer = tronAddressOf(TEST_ACCOUNTS.payer);
const payee = tronAddressOf(TEST_ACCOUNTS.payee);
const feeReceiver = tronAddressOf(TEST_ACCOUNTS.feeReceiver);

beforeAll(async () => {
  scene = await openTronScene();
  tronWeb = scene.tronWeb;
});
afterAll(() => scene.node.stop());

const payOf = (units: number, reference: string, fee: number) => ({
  contract: PROXY,
  parameters: [
    ...[addressArgument(TRON_USDT), addressArgument(payee), uintArgument(units)],
    ...[{ type: 'bytes', value: reference }, uintArgument(fee), addressArgument(feeReceiver)],
  ],
  feeLimit: 300 * TRX,
});

describe('blocks', () => {
  it('have the chain id of the public network in the first one', async () => {
    const { blockID } = await tronWeb.trx.getBlock(0);
    expect(blockID.slice(-8)).toBe('2b6653dc');
  });

  it('have ids that are their height and the hash of their header', async () => {
    await scene.control('mine', { blocks: 2 });
    const head = await tronWeb.trx.getCurrentBlock();
    const { number, parentHash, txTrieRoot } = head.block_header.raw_data;
    expect(Number.parseInt(head.blockID.slice(0, 16), 16)).toBe(number);
    expect(parentHash).toBe((await tronWeb.trx.getBlock(number - 1)).blockID);
    expect(txTrieRoot).toBe('0'.repeat(64));
    expect(head).not.toHaveProperty('transactions');
    expect(await tronWeb.trx.getBlock(head.blockID)).toEqual(head);
  });

  it('that do not exist are empty objects, and their receipts empty lists', async () => {
    expect(await scene.post('wallet/getblockbynum', { num: 999_999 })).toEqual({});
    expect(await scene.post('wallet/gettransactioninfobyblocknum', { num: 999_999 })).toEqual([]);
    expect(await scene.post('wallet/gettransactioninfobyblocknum', { num: 0 })).toEqual({});
  });

  it('are solidified a while after', async () => {
    await scene.control('mine', { blocks: 2 });
    const head = await tronWeb.trx.getCurrentBlock();
    const solidified = await tronWeb.trx.getConfirmedCurrentBlock();
    const behind = head.block_header.raw_data.number - solidified.block_header.raw_data.number;
    expect(behind).toBe(2);
  });
});

describe('a transaction', () => {
  it('built by the node is the one that TronWeb builds of the same fields', async () => {
    const ours = await scene.build(TRANSFER, transferOf(1));
    expect(utils.transaction.txCheck(ours)).toBe(true);
    const pb = utils.transaction.txJsonToPb(ours);
    expect(utils.transaction.txPbToRawDataHex(pb).toLowerCase()).toBe(ours.raw_data_hex);
    expect(utils.transaction.txPbToTxID(pb)).toBe(`0x${ours.txID}`);
  });

  it('is in its block with its receipt, and confirmed only when the block is solidified', async () => {
    const info = await scene.send(TRANSFER, {
      ...transferOf(5),
      contract: TRON_USDC,
    });
    expect(info).toMatchObject({
      contractResult: [`${'0'.repeat(63)}1`],
      contract_address: TronWeb.address.toHex(TRON_USDC),
      receipt: { result: 'SUCCESS' },
    });
    expect(info).not.toHaveProperty('result');
    const [log] = info.log;
    expect(log).toMatchObject({
      address: TronWeb.address.toHex(TRON_USDC).slice(2),
      data: `${'0'.repeat(63)}5`,
    });
    const block = await tronWeb.trx.getBlock(info.blockNumber);
    expect(block.transactions?.[0]).toMatchObject({
      txID: info.id,
      ret: [{ contractRet: 'SUCCESS' }],
    });
    expect(block.transactions?.[0]).toEqual(await tronWeb.trx.getTransaction(info.id));
    expect(
      await scene.post('wallet/gettransactioninfobyblocknum', { num: info.blockNumber }),
    ).toEqual([info]);
    expect(await tronWeb.trx.getTransactionInfo(info.id)).toEqual({});
    await scene.control('mine', { blocks: 2 });
    expect(await tronWeb.trx.getTransactionInfo(info.id)).toEqual(info);
  });

  it('of USDT moves tokens although `transfer` answers false', async () => {
    const before = await scene.unitsOf(TRON_USDT, payee);
    const info = await scene.send(TRANSFER, transferOf(7));
    expect(info.contractResult).toEqual(['0'.repeat(64)]);
    expect((await scene.unitsOf(TRON_USDT, payee)) - before).toBe(7n);
  });

  it('with bytes instead of JSON is answered with all members and plain text', async () => {
    const signed = await tronWeb.trx.sign(await scene.build(TRANSFER, transferOf(1)));
    const hex = `0a${lengthOf(signed.raw_data_hex)}${signed.raw_data_hex}1241${signed.signature[0]}`;
    expect(await tronWeb.trx.sendHexTransaction(hex)).toMatchObject({
      result: true,
      code: 'SUCCESS',
      message: '',
      txid: signed.txID,
      transaction: { txID: signed.txID, raw_data_hex: signed.raw_data_hex },
    });
    expect(await scene.post('wallet/broadcasthex', { transaction: hex })).toMatchObject({
      result: false,
      code: 'DUP_TRANSACTION_ERROR',
      message: 'Transaction already exists.',
    });
  });

  it('in JSON is what its `raw_data` says, whatever its hex and id say', async () => {
    const signed = await tronWeb.trx.sign(await scene.build(TRANSFER, transferOf(2)));
    const sent = await scene.post('wallet/broadcasttransaction', {
      ...signed,
      raw_data_hex: '0a02',
      txID: '00'.repeat(32),
    });
    expect(sent).toEqual({ result: true, txid: signed.txID });
  });

  /** The length of bytes, given as hex, as protobuf writes it. */
  function lengthOf(hex: string): string {
    const bytes = hex.length / 2;
    const rest = bytes >> 7;
    return Buffer.from(rest === 0 ? [bytes] : [(bytes & 127) | 128, rest]).toString('hex');
  }
});

describe('a payment', () => {
  it('through the fee proxy moves amount and fee, and logs the hash of its reference', async () => {
    await scene.allow(TRON_USDT, PROXY);
    const reference = '0x0011223344556677';
    const [before, feesBefore] = await balances();
    const info = await scene.send(PAY, payOf(1_000, reference, 30));
    const [after, feesAfter] = await balances();
    expect([after - before, feesAfter - feesBefore]).toEqual([1_000n, 30n]);
    expect(info.log).toHaveLength(3);
    const proxyLog = info.log.find((log) => log.address === TronWeb.address.toHex(PROXY).slice(2));
    expect(proxyLog?.topics).toEqual([
      '9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
      utils.ethersUtils.keccak256(reference).slice(2),
    ]);
  });

  it('of a batch pays each item with a reference of its own', async () => {
    await scene.allow(TRON_USDC, BATCH);
    const before = await scene.unitsOf(TRON_USDC, payee);
    const info = await scene.send(
      'batchERC20PaymentsWithReference(address,address[],uint256[],bytes[],uint256[],address)',
      {
        contract: BATCH,
        feeLimit: 300 * TRX,
        parameters: [
          addressArgument(TRON_USDC),
          { type: 'address[]', value: [payee, payee, payee] },
          { type: 'uint256[]', value: [10, 0, 20] },
          {
            type: 'bytes[]',
            value: ['0x0000000000000001', '0x0000000000000002', '0x0000000000000003'],
          },
          { type: 'uint256[]', value: [0, 0, 0] },
          addressArgument(feeReceiver),
        ],
      },
    );
    expect(info.receipt.result).toBe('SUCCESS');
    expect((await scene.unitsOf(TRON_USDC, payee)) - before).toBe(30n);
    const references = info.log
      .filter((log) => log.address === TronWeb.address.toHex(PROXY).slice(2))
      .map((log) => log.topics[1]);
    expect(references).toEqual(
      ['0x0000000000000001', '0x0000000000000003'].map((text) =>
        utils.ethersUtils.keccak256(text).slice(2),
      ),
    );
  });

  function balances(): Promise<[bigint, bigint]> {
    return Promise.all([scene.unitsOf(TRON_USDT, payee), scene.unitsOf(TRON_USDT, feeReceiver)]);
  }
});

describe('what a transaction costs', () => {
  it('is bandwidth while the free one lasts, and TRX for the energy and for later bytes', async () => {
    const wallet = scene.walletOf(TEST_ACCOUNTS.feeReceiver);
    const spend = async () => {
      const unsigned = await scene.build('approve(address,uint256)', {
        ...transferOf(0),
        from: feeReceiver,
      });
      const signed = await wallet.trx.sign(unsigned);
      await wallet.trx.sendRawTransaction(signed);
      const info = await wallet.trx.getUnconfirmedTransactionInfo(signed.txID);
      return { info, bytes: signed.raw_data_hex.length / 2 + 134 };
    };
    const before = await wallet.trx.getUnconfirmedBalance(feeReceiver);
    const first = await spend();
    expect(first.info.receipt).toMatchObject({ net_usage: first.bytes });
    const energy = first.info.receipt.energy_usage_total ?? 0;
    expect(first.info.fee).toBe(energy * 100);
    expect(await wallet.trx.getUnconfirmedBalance(feeReceiver)).toBe(before - energy * 100);
    expect(await wallet.trx.getAccountResources(feeReceiver)).toMatchObject({
      freeNetLimit: 600,
      freeNetUsed: first.bytes,
    });
    const second = await spend();
    expect(second.info.receipt).toMatchObject({ net_fee: second.bytes * 1_000 });
    expect(second.info.receipt).not.toHaveProperty('net_usage');
  });

  it('is taken from staked energy first', async () => {
    await scene.control('stake', { address: TronWeb.address.toHex(payer), energy: 1_000_000 });
    const info = await scene.send(TRANSFER, transferOf(1));
    expect(info.receipt.energy_usage).toBe(info.receipt.energy_usage_total);
    expect(info.receipt).not.toHaveProperty('energy_fee');
    expect(await tronWeb.trx.getAccountResources(payer)).toMatchObject({
      EnergyLimit: 1_000_000,
      EnergyUsed: info.receipt.energy_usage,
    });
    await scene.control('stake', { address: TronWeb.address.toHex(payer), energy: 0 });
  });

  it('is what the estimate says', async () => {
    const parameters = [...transferOf(3).parameters];
    const { energy_required } = await tronWeb.transactionBuilder.estimateEnergy(
      ...([TRON_USDT, TRANSFER, {}, parameters, payer] as const),
    );
    const { energy_used } = await tronWeb.transactionBuilder.triggerConstantContract(
      ...([TRON_USDT, TRANSFER, {}, parameters, payer] as const),
    );
    const info = await scene.send(TRANSFER, transferOf(3));
    expect(info.receipt.energy_usage_total).toBe(energy_used);
    expect(energy_required - (energy_used ?? 0)).toBeLessThan(3_000);
  });

  it('has prices and limits that voters set', async () => {
    const parameters = new Map(
      (await tronWeb.trx.getChainParameters()).map(({ key, value }) => [key, value]),
    );
    expect(parameters.get('getEnergyFee')).toBe(100);
    expect(parameters.get('getTransactionFee')).toBe(1_000);
    expect(parameters.get('getMaxFeeLimit')).toBe(15_000_000_000);
    expect(await tronWeb.trx.getEnergyPrices()).toMatch(/:100$/);
    expect(await tronWeb.trx.getBandwidthPrices()).toMatch(/:1000$/);
  });
});

describe('TRX', () => {
  it('activates the account that gets it, for a fee of its own', async () => {
    const { address: made } = utils.accounts.generateAccount();
    expect(await tronWeb.trx.getUnconfirmedAccount(made.base58)).toEqual({});
    const before = await tronWeb.trx.getUnconfirmedBalance(payer);
    const { txid } = await tronWeb.trx.sendTransaction(made.base58, 5 * TRX);
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid);
    expect(info).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
    expect(info.receipt).not.toHaveProperty('result');
    expect(await tronWeb.trx.getUnconfirmedBalance(payer)).toBe(before - 6_100_000);
    expect(await tronWeb.trx.getUnconfirmedAccount(made.base58)).toMatchObject({
      address: made.hex.toLowerCase(),
      balance: 5 * TRX,
      owner_permission: { threshold: 1 },
    });
    expect(await tronWeb.trx.getBalance(made.base58)).toBe(0);
    await scene.control('mine', { blocks: 2 });
    expect(await tronWeb.trx.getBalance(made.base58)).toBe(5 * TRX);
  });
});

describe('a fork', () => {
  async function sendOne(unsigned: Awaited<ReturnType<TronScene['build']>>) {
    const signed = await tronWeb.trx.sign(unsigned);
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    return tronWeb.trx.getUnconfirmedTransactionInfo(signed.txID);
  }

  it('takes back what is not solidified, and lets other transactions come back', async () => {
    await scene.control('mine', { blocks: 3 });
    const before = await scene.unitsOf(TRON_USDT, payee);
    // Both refer to a block that stays: one that refers to a block of the old branch is lost with it.
    const first = await scene.build(TRANSFER, transferOf(100));
    const second = await scene.build(TRANSFER, transferOf(1_000));
    const lost = await sendOne(first);
    const kept = await sendOne(second);
    const { blockID } = await tronWeb.trx.getBlock(lost.blockNumber);
    const { head } = await scene.control('fork', { blocks: 2, droppedTxIds: [lost.id] });
    expect(head).toBe(kept.blockNumber + 1);
    expect((await tronWeb.trx.getBlock(lost.blockNumber)).blockID).not.toBe(blockID);
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(lost.id)).toEqual({});
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(kept.id)).toMatchObject({
      blockNumber: lost.blockNumber,
    });
    expect((await scene.unitsOf(TRON_USDT, payee)) - before).toBe(1_000n);
  });

  it('loses a transaction that the new branch cannot pay for', async () => {
    await scene.control('mine', { blocks: 3 });
    const { privateKey, address: made } = utils.accounts.generateAccount();
    const { txid } = await tronWeb.trx.sendTransaction(made.base58, 5 * TRX);
    const wallet = scene.walletOf({ privateKey: `0x${privateKey}` });
    const spent = await wallet.trx.sendTransaction(payee, TRX);
    expect(spent).toMatchObject({ result: true });
    const { head } = await scene.control('state');
    const after = await scene.control('fork', { blocks: 2, droppedTxIds: [txid] });
    expect(after.head).toBe(head + 1);
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(spent.txid)).toEqual({});
  });

  it('never takes back a solidified block', async () => {
    const { head, solidified } = await scene.control('mine', { blocks: 4 });
    const response = await fetch(`${scene.node.url}/control/fork`, {
      method: 'POST',
      body: JSON.stringify({ blocks: head - solidified + 1 }),
    });
    expect(response.status).toBe(409);
  });
});

describe('events', () => {
  it('are listed by contract, page by page, newest first', async () => {
    const info = await scene.send(TRANSFER, transferOf(77));
    const first = await tronWeb.event.getEventsByContractAddress(TRON_USDT, {
      eventName: 'Transfer',
      limit: 1,
    });
    expect(first.data).toEqual([
      expect.objectContaining({
        transaction_id: info.id,
        block_number: info.blockNumber,
        event_name: 'Transfer',
        contract_address: TRON_USDT,
        event: 'Transfer(address indexed from, address indexed to, uint256 value)',
        result: expect.objectContaining({
          from: TEST_ACCOUNTS.payer.address.toLowerCase(),
          to: TEST_ACCOUNTS.payee.address.toLowerCase(),
          value: '77',
          2: '77',
        }),
        _unconfirmed: true,
      }),
    ]);
    const { fingerprint } = first.meta ?? {};
    const second = await tronWeb.event.getEventsByContractAddress(TRON_USDT, {
      eventName: 'Transfer',
      limit: 1,
      fingerprint: String(fingerprint),
    });
    expect(second.data?.[0]?.transaction_id).not.toBe(info.id);
    const confirmed = await tronWeb.event.getEventsByContractAddress(TRON_USDT, {
      onlyConfirmed: true,
      limit: 200,
    });
    expect(confirmed.data?.map(({ transaction_id }) => transaction_id)).not.toContain(info.id);
    const ofTransaction = await tronWeb.event.getEventsByTransactionID(info.id);
    expect(ofTransaction.data).toHaveLength(1);
  });
});
