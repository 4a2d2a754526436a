import { readFileSync } from 'node:fs';
import {
  type Abi,
  encodeFunctionData,
  keccak256,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  collectorAbi,
  escrowAbi,
  escrowWrapperAbi,
  PAYMENT_INFO_TYPE,
} from '#catalog/abis/escrow.ts';
import { ESCROW_COLLECTIONS, ESCROWS, SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import type { EscrowCollection, EscrowTerms } from '#chains/chain.ts';
import { paymentInfo } from '#chains/evm/escrow/payment-info.ts';
import type { Hex } from '#kit/hex.ts';
import {
  type EscrowWorld,
  openEscrowWorld,
  signContent,
} from '../../tests/support/escrow-world.ts';
import { hex } from '../../tests/support/route-sample.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from './test-accounts.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;

/** What is published of the contracts, by the first four bytes of each hash. */
const FUNCTIONS = {
  authorize: '0x41d66202',
  charge: '0x9e65819f',
  capture: '0x644cd79a',
  void: '0xfa1cad17',
  reclaim: '0xe1a2a66d',
  refund: '0xd458db5a',
  getHash: '0x063a70ff',
  paymentState: '0x34b778ed',
  getTokenStore: '0x9d3facde',
};
const EVENTS = {
  PaymentAuthorized: '0x1c81fb2e',
  PaymentCharged: '0x943ae434',
  PaymentCaptured: '0xe749f7bb',
  PaymentVoided: '0xcadce8c3',
  PaymentReclaimed: '0x78e1d723',
  PaymentRefunded: '0x1bf41537',
};
const ERRORS = {
  InvalidSender: '0xe1130dba',
  ExceedsMaxAmount: '0x092af19e',
  AfterPreApprovalExpiry: '0xc46cf60f',
  InvalidExpiries: '0x88ef0760',
  FeeBpsOutOfRange: '0x0b345f0c',
  PaymentAlreadyCollected: '0xad7c145a',
  AfterAuthorizationExpiry: '0x36f2d211',
  InsufficientAuthorization: '0x604b0947',
  ZeroAuthorization: '0x93bb7a12',
  BeforeAuthorizationExpiry: '0xaa5674ad',
  AfterRefundExpiry: '0x94271bde',
  RefundExceedsCapture: '0x6295d604',
};
const WRAPPER_FUNCTIONS = {
  authorizePayment: '0x03af28e0',
  chargePayment: '0x246b52d3',
  capturePayment: '0xa2615767',
  voidPayment: '0x4eff2760',
  reclaimPayment: '0xafda9d20',
  refundPayment: '0xf9b777ea',
  getPaymentState: '0xbfaa3709',
};
const WRAPPER_EVENTS = {
  PaymentAuthorized: '0xa7a365b0',
  PaymentCharged: '0x6c988772',
  PaymentCaptured: '0xd4f58691',
  PaymentVoided: '0x9639a8cb',
  PaymentReclaimed: '0x8420c5c8',
  PaymentRefunded: '0x06ea814c',
};
const TYPE_HASH = '0xae68ac7ce30c86ece8196b61a7c486d8f0061f575037fbd34e7fe4e2820c6591';

/** The first four bytes of the hash of each function, event or error. */
function hashesIn(abi: Abi, wanted: 'function' | 'event' | 'error'): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const item of abi) {
    if (item.type !== wanted) continue;
    if (item.type === 'event') hashes[item.name] = toEventSelector(item).slice(0, 10);
    if (item.type === 'function') hashes[item.name] = toFunctionSelector(item);
    if (item.type !== 'error') continue;
    const inputs = item.inputs.map(({ type }) => type).join(',');
    hashes[item.name] = toFunctionSelector(`${item.name}(${inputs})`);
  }
  return hashes;
}

const code = z.string().refine((text): text is Hex => text.startsWith('0x'));
const Snapshot = z.object({ accounts: z.record(z.string(), z.object({ code })) });

describe('the interface', () => {
  it('is the published one: functions, events, errors and the hash of the type', () => {
    expect(hashesIn(escrowAbi, 'function')).toEqual(FUNCTIONS);
    expect(hashesIn(escrowAbi, 'event')).toEqual(EVENTS);
    expect(hashesIn(escrowAbi, 'error')).toMatchObject(ERRORS);
    expect(hashesIn(escrowWrapperAbi, 'function')).toEqual(WRAPPER_FUNCTIONS);
    expect(hashesIn(escrowWrapperAbi, 'event')).toEqual(WRAPPER_EVENTS);
    expect(hashesIn(collectorAbi, 'function')).toMatchObject({ preApprove: '0xc6184c2f' });
    expect(hashesIn(collectorAbi, 'event')).toEqual({ PaymentPreApproved: '0x648e0787' });
    expect(keccak256(toHex(PAYMENT_INFO_TYPE))).toBe(TYPE_HASH);
  });

  it.each(['base', 'sepolia'] as const)('is that of the code on the local node of %s', (id) => {
    const file = new URL(`../../sandbox/snapshots/${id}.generated.json`, import.meta.url);
    const { accounts } = Snapshot.parse(JSON.parse(readFileSync(file, 'utf8')));
    const codeAt = (address = '') => accounts[address.toLowerCase()]?.code ?? '0x';
    const { escrow, wrapper } = ESCROWS[id];
    const { preApproval, erc3009, permit2, operatorRefund } = SANDBOX_COLLECTORS ?? {};
    const lacking = (at: string | undefined, hashes: Record<string, string>) =>
      Object.entries(hashes).filter(([, hash]) => !codeAt(at).includes(hash.slice(2)));
    expect(lacking(escrow, { ...FUNCTIONS, TYPE_HASH })).toEqual([]);
    expect(lacking(escrow, EVENTS)).toEqual([]);
    expect(lacking(wrapper, WRAPPER_FUNCTIONS)).toEqual([]);
    expect(lacking(wrapper, WRAPPER_EVENTS)).toEqual([]);
    expect(lacking(preApproval, { preApprove: '0xc6184c2f', event: '0x648e0787' })).toEqual([]);
    for (const collector of [erc3009, permit2, operatorRefund]) {
      expect(codeAt(collector)).not.toBe('0x');
    }
  });
});

const { preApproval, erc3009, permit2 } = SANDBOX_COLLECTORS ?? {};
const COLLECTORS = { pre_approval: preApproval, erc3009, permit2 };
const ABROAD = '0x71bE63f3384f5fb98995898A86B02Fb2426c5788';

describe('a front-runner', () => {
  let world: EscrowWorld;
  beforeAll(async () => {
    world = await openEscrowWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** The payer agrees to terms in one way; answers its signature, where it gave one. */
  async function agree(terms: EscrowTerms, collection: EscrowCollection): Promise<Hex> {
    const { escrow, send } = world;
    await send(payer, ...escrow.payerCalls(terms, { collection, units: terms.maxUnits }));
    const content = escrow.payerContent(terms, collection);
    return content === undefined ? '0x' : await signContent(content);
  }

  /** Calls the wrapper as somebody unrelated who names itself as merchant and operator. */
  function redirect(terms: EscrowTerms, collection: EscrowCollection, data: Hex): Promise<Hex> {
    const info = paymentInfo(terms);
    const call = encodeFunctionData({
      abi: escrowWrapperAbi,
      functionName: 'authorizePayment',
      args: [
        {
          paymentReference: terms.paymentReference,
          payer: payer.address,
          merchant: unrelated.address,
          operator: unrelated.address,
          token: info.token,
          amount: terms.maxUnits,
          maxAmount: terms.maxUnits,
          preApprovalExpiry: BigInt(info.preApprovalExpiry),
          authorizationExpiry: BigInt(info.authorizationExpiry),
          refundExpiry: BigInt(info.refundExpiry),
          tokenCollector: hex(COLLECTORS[collection] ?? ''),
          collectorData: data,
        },
      ],
    });
    return world.send(unrelated, { to: ESCROWS.base.wrapper, data: call, valueUnits: 0n });
  }

  it.each(ESCROW_COLLECTIONS)(
    'takes nothing of what a payer agreed to by %s',
    async (collection) => {
      const terms = await world.terms();
      const signature = await agree(terms, collection);
      const units = terms.maxUnits;
      const theirs = { ...terms, operatorAddress: unrelated.address };
      const { escrow } = world;
      const before = await world.balance(payer.address);
      await expect(redirect(terms, collection, signature)).rejects.toThrow();
      for (const changed of [
        terms,
        theirs,
        { ...theirs, receiverAddress: unrelated.address },
        { ...theirs, receiverAddress: ESCROWS.base.wrapper },
      ]) {
        const call = escrow.authorizeCall(changed, { collection, units, signature });
        await expect(world.send(unrelated, call)).rejects.toThrow();
      }
      expect(await world.balance(payer.address)).toBe(before);
      // The operator that the payer agreed to is served all the same.
      await world.send(
        SANDBOX_SENDER,
        escrow.authorizeCall(terms, { collection, units, signature }),
      );
      await expect(
        world.send(SANDBOX_SENDER, escrow.captureCall({ ...terms, receiverAddress: ABROAD }, 1n)),
      ).rejects.toThrow();
      await world.send(SANDBOX_SENDER, escrow.captureCall(terms, units));
      expect(await world.balance(unrelated.address)).toBe(0n);
    },
  );

  it.each(ESCROW_COLLECTIONS)(
    'is paid by who agrees to the wrapper by %s, as nobody is asked to',
    async (collection) => {
      const terms = await world.terms({
        operatorAddress: ESCROWS.base.wrapper,
        receiverAddress: ESCROWS.base.wrapper,
        feeBps: 0,
        feeAddress: undefined,
      });
      // What the wrapper makes of its own terms: any fee, and no receiver of it.
      const asWrapped = { ...terms, feeBps: 0 };
      const data = await agreeToWrapper(asWrapped, collection);
      const before = await world.balance(payer.address);
      const from = (await world.chain.readHead()) + 1n;
      await redirect(terms, collection, data);
      expect(await world.balance(payer.address)).toBe(before - terms.maxUnits);
      // Whose reference it bears is notified of it, by the escrow and by the wrapper.
      const { escrow } = world;
      const key = escrow.referenceKey(terms.paymentReference);
      const findOurs = async () => ({ terms: new Map(), referenceKeys: new Set([key]) });
      const read = await escrow.readBlocks({ from, known: [], findOurs });
      expect(read.events).toEqual([]);
      expect(read.foreign.map(({ by, referenceKey }) => [by, referenceKey])).toEqual([
        ['escrow', key],
        ['wrapper', key],
      ]);
      const capture = encodeFunctionData({
        abi: escrowWrapperAbi,
        functionName: 'capturePayment',
        args: [terms.paymentReference, terms.maxUnits, 0, feeReceiver.address],
      });
      const stolen = await world.balance(unrelated.address);
      await world.send(unrelated, { to: ESCROWS.base.wrapper, data: capture, valueUnits: 0n });
      expect(await world.balance(unrelated.address)).toBe(stolen + terms.maxUnits);
      expect(await world.balance(payee.address)).toBe(292_500000n);
    },
  );

  /** The wrapper's terms let it take any fee, which those of ours never do. */
  async function agreeToWrapper(terms: EscrowTerms, collection: EscrowCollection): Promise<Hex> {
    const info = { ...paymentInfo(terms), maxFeeBps: 10_000 };
    const { client, escrow, send } = world;
    const { escrow: address } = ESCROWS.base;
    const functionName = 'getHash';
    const hashed = collection === 'pre_approval' ? info : { ...info, payer: hex(NOBODY) };
    const at = { address: hex(address), abi: escrowAbi, functionName } as const;
    const hash = await client.readContract({ ...at, args: [hashed] });
    const calls = escrow.payerCalls(terms, { collection, units: terms.maxUnits });
    if (collection === 'pre_approval') {
      const [approval] = calls;
      const data = encodeFunctionData({
        abi: collectorAbi,
        functionName: 'preApprove',
        args: [info],
      });
      const agreement = { to: preApproval ?? '', data, valueUnits: 0n };
      if (approval !== undefined) await send(payer, approval, agreement);
      return '0x';
    }
    await send(payer, ...calls);
    const content = escrow.payerContent(terms, collection);
    if (content === undefined) throw new Error('nothing is signed');
    const nonce = collection === 'permit2' ? String(BigInt(hash)) : hash;
    return await signContent({ ...content, values: { ...content.values, nonce } });
  }
});

const NOBODY = '0x0000000000000000000000000000000000000000';
