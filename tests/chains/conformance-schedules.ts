import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Currency } from '#catalog/currencies.ts';
import type {
  Call,
  Chain,
  InstalmentRefusal,
  PreparedSchedule,
  SchedulePermit,
  Schedules,
  ScheduleTerms,
  TransactionSender,
} from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** What the suite needs of a network whose sender is a relayer of the contract. */
export interface SchedulesHarness {
  readonly chain: Chain;
  readonly currency: Currency;
  /** A key, with much of the currency and an allowance of nothing. */
  readonly payerAddress: string;
  readonly payeeAddress: string;
  readonly feeAddress: string;
  /** An address with code. */
  readonly contractAddress: string;
  /** Signs as the payer, or as somebody else. */
  sign(prepared: PreparedSchedule, by?: 'payer' | 'somebody'): Promise<Hex>;
  /** Sends a call of the payer's wallet. */
  sendAsPayer(call: Call): Promise<void>;
  /** Sends a call as another relayer of the same contract. */
  sendAsOther(call: Call): Promise<Hex>;
  balanceOf(holder: string): Promise<bigint>;
  /** Moves the network's clock on. */
  passTime(seconds: number): Promise<void>;
  setPaused(isPaused: boolean): Promise<void>;
  /** Takes the network's relayer role from the sender, or gives it back. */
  setAllowed(isAllowed: boolean): Promise<void>;
  stop(): Promise<void>;
}

type World = () => SchedulesHarness;

const REFERENCE: Hex = '0x1122334455667788';
const DAY_SECONDS = 86_400;
/** What each instalment takes: 1,000, a fee of 10 and 1 for who sends it. */
const INSTALMENT_UNITS = 1_011n;

/** Runs the suite that the schedules of every adapter that has them pass, against the port alone. */
export function describeSchedules(name: string, start: () => Promise<SchedulesHarness>): void {
  describe(`the schedules of ${name}`, () => {
    let world: SchedulesHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world?.stop());
    describePermits(() => world);
    describeReads(() => world);
    describeInstalments(() => world);
    describeRefusals(() => world);
    describeTriggers(() => world);
  });
}

function schedulesOf({ chain: { schedules, network } }: SchedulesHarness): Schedules {
  if (schedules === undefined) throw new Error(`${network.id} has no schedules`);
  return schedules;
}

function senderOf({ chain: { sender, network } }: SchedulesHarness): TransactionSender {
  if (sender === undefined) throw new Error(`${network.id} has no sender`);
  return sender;
}

let nonce = 0n;

/** Three instalments of a day each, the first due at the time of the newest block. */
async function termsOf(world: SchedulesHarness): Promise<ScheduleTerms> {
  const { blockTime } = await schedulesOf(world).readState([]);
  nonce += 1n;
  return {
    payerAddress: world.payerAddress,
    payeeAddress: world.payeeAddress,
    currency: world.currency,
    amountUnits: 1_000n,
    feeUnits: 10n,
    feeAddress: world.feeAddress,
    relayerFeeUnits: 1n,
    firstAt: blockTime,
    periodSeconds: DAY_SECONDS,
    totalPayments: 3,
    nonce,
    expiresAt: new Date(blockTime.getTime() + 9 * DAY_SECONDS * 1_000),
    isInOrder: true,
  };
}

interface Signed extends PreparedSchedule {
  readonly signature: Hex;
}

async function signed(
  world: SchedulesHarness,
  changes: Partial<ScheduleTerms> = {},
): Promise<Signed> {
  const prepared = prepare(world, { ...(await termsOf(world)), ...changes });
  return { ...prepared, signature: await world.sign(prepared) };
}

function prepare(world: SchedulesHarness, terms: ScheduleTerms): PreparedSchedule {
  const prepared = schedulesOf(world).prepare(terms);
  if ('refused' in prepared) throw new Error(`the terms are refused: ${prepared.refused}`);
  return prepared;
}

async function allow(world: SchedulesHarness, units: bigint): Promise<void> {
  const { proxyAddress, approvalCall } = schedulesOf(world);
  await world.sendAsPayer(approvalCall(proxyAddress, world.currency, units));
}

const triggerOf = (world: SchedulesHarness, { permit, signature }: Signed, index: number): Call =>
  schedulesOf(world).trigger({ permit, signature, index, paymentReference: REFERENCE });

/** Takes an instalment; why not, where it is refused. */
async function take(
  world: SchedulesHarness,
  schedule: Signed,
  index: number,
): Promise<Hex | InstalmentRefusal> {
  const { chain } = world;
  const sender = senderOf(world);
  const prepared = await sender.prepare(triggerOf(world, schedule, index));
  if ('refused' in prepared) return schedulesOf(world).readRefusal(prepared.refused);
  const { signed: bytes, transactionHash } = await sender.sign(prepared, prepared.nextNonce);
  await chain.broadcast(bytes);
  await world.passTime(1);
  await expect.poll(() => chain.readOutcome(transactionHash)).toMatchObject({ status: 'success' });
  return transactionHash;
}

/** Takes an instalment that nothing refuses. */
async function taken(world: SchedulesHarness, schedule: Signed, index: number): Promise<Hex> {
  const hash = await take(world, schedule, index);
  if (!isHex(hash)) throw new Error(`the instalment is refused: ${hash}`);
  return hash;
}

async function stateOf(world: SchedulesHarness, permit: SchedulePermit) {
  const { schedules } = await schedulesOf(world).readState([permit]);
  return schedules[0];
}

function describePermits(world: World): void {
  it('prepares a permit that names the contract, and what one instalment takes', async () => {
    const terms = await termsOf(world());
    const { proxyAddress } = schedulesOf(world());
    const prepared = prepare(world(), terms);
    expect(prepared).toMatchObject({
      spenderAddress: proxyAddress,
      instalmentUnits: INSTALMENT_UNITS,
      permit: { domain: { verifyingContract: proxyAddress } },
    });
    // What is stored and read again is the same permit.
    const stored: SchedulePermit = JSON.parse(JSON.stringify(prepared.permit));
    expect(stored).toEqual(prepared.permit);
    const other = prepare(world(), { ...terms, nonce: terms.nonce + 1_000n });
    expect(other.digest).not.toBe(prepared.digest);
  });

  it.each<[string, Partial<ScheduleTerms>, string]>([
    ['no instalment', { totalPayments: 0 }, 'total_payments'],
    ['more than 255 instalments', { totalPayments: 256 }, 'total_payments'],
    ['parts of an instalment', { totalPayments: 1.5 }, 'total_payments'],
    ['amounts of nothing', { amountUnits: 0n }, 'amount'],
    ['amounts above 128 bits', { amountUnits: 2n ** 128n }, 'amount'],
    ['a sum above 128 bits', { amountUnits: 2n ** 128n - 11n }, 'amount'],
    ['a negative fee', { feeUnits: -1n }, 'amount'],
    ['no period', { periodSeconds: 0 }, 'times'],
    ['a period above 32 bits', { periodSeconds: 2 ** 32 }, 'times'],
    ['a first time in parts of a second', { firstAt: new Date(1_500) }, 'times'],
    ['a first time above 32 bits', { firstAt: new Date(2 ** 32 * 1_000) }, 'times'],
    ['an end before the last instalment', { expiresAt: new Date(0) }, 'expires_too_early'],
  ])('refuses %s', async (_, change, refused) => {
    const terms = await termsOf(world());
    expect(schedulesOf(world()).prepare({ ...terms, ...change })).toEqual({ refused });
  });

  it('prepares what just fits', async () => {
    const terms = await termsOf(world());
    const end = terms.firstAt.getTime() + 254 * terms.periodSeconds * 1_000;
    const most = { totalPayments: 255, expiresAt: new Date(end), amountUnits: 2n ** 128n - 12n };
    expect(prepare(world(), { ...terms, ...most }).instalmentUnits).toBe(2n ** 128n - 1n);
  });

  it('knows the signature of the payer’s key from others', async () => {
    const { sign, contractAddress } = world();
    const { verify } = schedulesOf(world());
    const terms = await termsOf(world());
    const prepared = prepare(world(), terms);
    expect(await verify(prepared.permit, await sign(prepared))).toBe('valid');
    expect(await verify(prepared.permit, await sign(prepared, 'somebody'))).toBe('not_signed');
    expect(await verify(prepared.permit, '0x')).toBe('not_signed');
    const other = prepare(world(), { ...terms, amountUnits: 1_001n });
    expect(await verify(other.permit, await sign(prepared))).toBe('not_signed');
    const ofContract = prepare(world(), { ...terms, payerAddress: contractAddress });
    expect(await verify(ofContract.permit, await sign(ofContract))).toBe('contract');
  });
}

function describeReads(world: World): void {
  it('reads what the contract is', async () => {
    const { setPaused, setAllowed } = world();
    const { readProxy } = schedulesOf(world());
    const well = {
      isDeployed: true,
      isPaused: false,
      isSenderAllowed: true,
      paysThroughKnownProxy: true,
    };
    expect(await readProxy()).toEqual(well);
    await setPaused(true);
    expect(await readProxy()).toEqual({ ...well, isPaused: true });
    await setPaused(false);
    await setAllowed(false);
    expect(await readProxy()).toEqual({ ...well, isSenderAllowed: false });
    await setAllowed(true);
    expect(await readProxy()).toEqual(well);
  });

  it('reads what a payer has and allows, and whether it is a contract', async () => {
    const { payerAddress, contractAddress, currency } = world();
    const { readPayer } = schedulesOf(world());
    await allow(world(), 77n);
    const payer = await readPayer(payerAddress, currency);
    expect(payer).toMatchObject({ isContract: false, allowanceUnits: 77n });
    expect(payer.balanceUnits).toBeGreaterThan(INSTALMENT_UNITS);
    expect((await readPayer(contractAddress, currency)).isContract).toBe(true);
    await allow(world(), 0n);
    expect((await readPayer(payerAddress, currency)).allowanceUnits).toBe(0n);
  });

  it('reads several schedules as of one block, in the order of the query', async () => {
    const schedules = [await signed(world()), await signed(world(), { isInOrder: false })];
    await allow(world(), INSTALMENT_UNITS);
    await taken(world(), schedules[1] ?? (await signed(world())), 1);
    const head = await world().chain.readHead();
    const read = await schedulesOf(world()).readState(schedules.map(({ permit }) => permit));
    expect(read.block.number).toBeGreaterThanOrEqual(head);
    expect(read.schedules).toMatchObject([
      { takenIndexes: [], lastIndex: 0, allowanceUnits: 0n },
      { takenIndexes: [1], lastIndex: 1, allowanceUnits: 0n },
    ]);
  });
}

function describeInstalments(world: World): void {
  it('takes each instalment when it is due and pays payee, fee and sender', async () => {
    const { payeeAddress, feeAddress, payerAddress, balanceOf, passTime } = world();
    const schedule = await signed(world());
    const holders = [payerAddress, payeeAddress, feeAddress, senderOf(world()).address];
    const before = await Promise.all(holders.map(balanceOf));
    await allow(world(), 3n * INSTALMENT_UNITS);
    await taken(world(), schedule, 1);
    expect(await take(world(), schedule, 2)).toBe('not_due');
    await passTime(2 * DAY_SECONDS);
    await taken(world(), schedule, 2);
    await taken(world(), schedule, 3);
    const after = await Promise.all(holders.map(balanceOf));
    expect(after.map((units, i) => units - (before[i] ?? 0n))).toEqual([-3_033n, 3_000n, 30n, 3n]);
    expect(await stateOf(world(), schedule.permit)).toMatchObject({
      takenIndexes: [1, 2, 3],
      lastIndex: 3,
      allowanceUnits: 0n,
    });
  });

  it('takes them in any order where the permit says so, up to the last of 255', async () => {
    const { firstAt } = await termsOf(world());
    const schedule = await signed(world(), {
      isInOrder: false,
      totalPayments: 255,
      periodSeconds: 1,
      firstAt: new Date(firstAt.getTime() - 300_000),
    });
    await allow(world(), 3n * INSTALMENT_UNITS);
    for (const index of [255, 1, 128]) await taken(world(), schedule, index);
    expect(await stateOf(world(), schedule.permit)).toMatchObject({
      takenIndexes: [1, 128, 255],
      lastIndex: 255,
    });
  });
}

function describeRefusals(world: World): void {
  let schedule: Signed;
  beforeEach(async () => {
    schedule = await signed(world());
    await allow(world(), 3n * INSTALMENT_UNITS);
  });

  it('takes nothing twice', async () => {
    await taken(world(), schedule, 1);
    expect(await take(world(), schedule, 1)).toBe('out_of_order');
    const free = await signed(world(), { isInOrder: false });
    await taken(world(), free, 1);
    expect(await take(world(), free, 1)).toBe('taken_before');
  });

  it('takes nothing out of order, nothing that is not signed and nothing after the end', async () => {
    expect(await take(world(), schedule, 2)).toBe('out_of_order');
    const signature = await world().sign(schedule, 'somebody');
    expect(await take(world(), { ...schedule, signature }, 1)).toBe('not_signed');
    await world().passTime(10 * DAY_SECONDS);
    expect(await take(world(), schedule, 1)).toBe('expired');
  });

  it('takes nothing while the contract is paused or the sender is no relayer', async () => {
    await world().setPaused(true);
    expect(await take(world(), schedule, 1)).toBe('paused');
    await world().setPaused(false);
    await world().setAllowed(false);
    expect(await take(world(), schedule, 1)).toBe('sender_not_allowed');
    await world().setAllowed(true);
  });

  it('takes nothing that the payer does not allow any more', async () => {
    await allow(world(), INSTALMENT_UNITS - 1n);
    expect(await take(world(), schedule, 1)).toBe('transfer');
    expect((await stateOf(world(), schedule.permit))?.takenIndexes).toEqual([]);
  });
}

function describeTriggers(world: World): void {
  it('finds who took an instalment, whatever reference was chosen', async () => {
    const schedule = await signed(world());
    await allow(world(), 3n * INSTALMENT_UNITS);
    const { findTrigger, trigger, readState } = schedulesOf(world());
    const { block: from } = await readState([]);
    const mine = await taken(world(), schedule, 1);
    await world().passTime(2 * DAY_SECONDS);
    const other: Hex = '0xffeeddccbbaa9988';
    const { permit, signature } = schedule;
    const call = trigger({ permit, signature, index: 2, paymentReference: other });
    const theirs = await world().sendAsOther(call);
    expect(await findTrigger(permit, 1, from.number)).toMatchObject({
      transactionHash: mine,
      senderAddress: senderOf(world()).address,
      paymentReference: REFERENCE,
      isPaid: true,
    });
    const found = await findTrigger(permit, 2, from.number);
    expect(found).toMatchObject({ transactionHash: theirs, paymentReference: other, isPaid: true });
    expect(found?.senderAddress).not.toBe(senderOf(world()).address);
    expect(await findTrigger(permit, 3, from.number)).toBeUndefined();
    expect(await findTrigger(permit, 2, (found?.block.number ?? 0n) + 1n)).toBeUndefined();
  });

  it('finds the right one of equal instalments of different schedules', async () => {
    const [first, second] = [await signed(world()), await signed(world())];
    await allow(world(), 2n * INSTALMENT_UNITS);
    const { block: from } = await schedulesOf(world()).readState([]);
    await taken(world(), first, 1);
    const hash = await taken(world(), second, 1);
    const { findTrigger } = schedulesOf(world());
    expect(await findTrigger(second.permit, 1, from.number)).toMatchObject({
      transactionHash: hash,
    });
  });

  it('is a payment of the payer, as followers report it', async () => {
    const schedule = await signed(world());
    await allow(world(), INSTALMENT_UNITS);
    const hash = await taken(world(), schedule, 1);
    const outcome = await world().chain.readOutcome(hash);
    const number = outcome?.block.number ?? 0n;
    for await (const { transfers } of world().chain.scan({ from: number, to: number })) {
      expect(transfers).toMatchObject([
        {
          transactionHash: hash,
          payerAddress: world().payerAddress,
          payeeAddress: world().payeeAddress,
          creditedUnits: 1_000n,
          feeUnits: 10n,
          referenceKey: world().chain.referenceKey(REFERENCE),
        },
      ]);
    }
  });
}
