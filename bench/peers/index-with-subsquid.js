// Reads the payments of one contract from a block on into `peer_payment`, until it is killed. With `receipts` it also
// reads whether their transactions succeeded, credits what the token itself says that it moved, and looks up the request
// that each pays; without, it keeps what the event claims.
import { fileURLToPath } from 'node:url';
import { EvmBatchProcessor } from '@subsquid/evm-processor';
import { TypeormDatabase } from '@subsquid/typeorm-store';
import { In } from 'typeorm';
import { PeerPayment, PeerRequest } from './lib/model/index.js';

const { databaseUrl, rpcUrl, address, topic, from, receipts } = JSON.parse(process.argv[2]);
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const { searchParams, username, port, pathname } = new URL(databaseUrl);
Object.assign(process.env, {
  DB_HOST: searchParams.get('host') ?? 'localhost',
  DB_PORT: port,
  DB_NAME: pathname.slice(1),
  DB_USER: username,
  DB_PASS: 'none',
});

const log = { topics: true, data: true, transactionHash: true };
const processor = new EvmBatchProcessor()
  .setRpcEndpoint({ url: rpcUrl, capacity: 20, maxBatchCallSize: 100 })
  .setFinalityConfirmation(1)
  .setBlockRange({ from })
  .setFields({
    block: { timestamp: true },
    log,
    ...(receipts && { transaction: { from: true, status: true } }),
  })
  .addLog({
    address: [address],
    topic0: [topic],
    ...(receipts && { transaction: true, transactionLogs: true }),
  });

const database = new TypeormDatabase({
  supportHotBlocks: true,
  projectDir: fileURLToPath(new URL('.', import.meta.url)),
});

const wordOf = (data, at) => data.slice(2 + 64 * at, 2 + 64 * (at + 1));
const addressOf = (word) => `0x${word.slice(24)}`;
const unitsOf = (word) => BigInt(`0x${word}`).toString();
const isPayment = (one) => one.address === address && one.topics[0] === topic;

/** What an event of the proxy claims. */
function claimOf({ header }, event) {
  return {
    id: event.id,
    reference_key: event.topics[1],
    block_number: header.height,
    block_hash: header.hash,
    block_time: header.timestamp / 1_000,
    transaction_hash: event.transactionHash,
    log_index: event.logIndex,
    token_address: addressOf(wordOf(event.data, 0)),
    payee_address: addressOf(wordOf(event.data, 1)),
    claimed_units: unitsOf(wordOf(event.data, 2)),
    fee_units: unitsOf(wordOf(event.data, 3)),
    fee_address: addressOf(wordOf(event.data, 4)),
  };
}

/** The payments of a block, each with what the token moved between the event before and its own. */
function receivedIn(block) {
  const rows = [];
  const byTransaction = Map.groupBy(block.logs, ({ transactionHash }) => transactionHash);
  for (const { hash, status, from: payer } of block.transactions) {
    if (status !== 1) continue;
    let moved = [];
    const logs = byTransaction.get(hash) ?? [];
    for (const one of logs.sort((left, right) => left.logIndex - right.logIndex)) {
      if (one.topics[0] === TRANSFER_TOPIC) moved.push(one);
      if (!isPayment(one)) continue;
      const claim = claimOf(block, one);
      const transfer = moved.findLast(
        ({ address: token, topics, data }) =>
          token === claim.token_address &&
          addressOf(topics[2].slice(2)) === claim.payee_address &&
          unitsOf(wordOf(data, 0)) === claim.claimed_units,
      );
      moved = [];
      const credited_units = transfer === undefined ? '0' : claim.claimed_units;
      rows.push({ ...claim, payer_address: payer, credited_units });
    }
  }
  return rows;
}

async function matched(store, rows) {
  const keys = [...new Set(rows.map((row) => row.reference_key))];
  const requests = await store.find(PeerRequest, { where: { reference_key: In(keys) } });
  const byKey = new Map(requests.map((request) => [request.reference_key, request]));
  return rows.flatMap((row) => {
    const request = byKey.get(row.reference_key);
    if (request === undefined) return [];
    return [{ ...row, request_id: request.request_id, account_id: request.account_id }];
  });
}

process.once('message', () => {
  processor.run(database, async ({ blocks, store }) => {
    const rows = receipts
      ? await matched(store, blocks.flatMap(receivedIn))
      : blocks.flatMap((block) => block.logs.map((one) => claimOf(block, one)));
    await store.insert(rows.map((row) => new PeerPayment(row)));
  });
});
process.once('disconnect', () => process.exit());
process.send({ isReady: true });
