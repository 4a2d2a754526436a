// Reads one contract's events over a range of blocks into `peer_payment`, until it is killed.
import { fileURLToPath } from 'node:url';
import { EvmBatchProcessor } from '@subsquid/evm-processor';
import { TypeormDatabase } from '@subsquid/typeorm-store';
import { PeerPayment } from './lib/model/index.js';

const { RPC_URL, ADDRESS, TOPIC, FROM, TO } = process.env;

const processor = new EvmBatchProcessor()
  .setRpcEndpoint({ url: RPC_URL, capacity: 20, maxBatchCallSize: 100 })
  .setFinalityConfirmation(1)
  .setBlockRange({ from: Number(FROM), to: Number(TO) })
  .setFields({ log: { topics: true, data: true, transactionHash: true } })
  .addLog({ address: [ADDRESS], topic0: [TOPIC] });

const database = new TypeormDatabase({
  supportHotBlocks: true,
  projectDir: fileURLToPath(new URL('.', import.meta.url)),
});

process.stdout.write('running\n');

processor.run(database, async (batch) => {
  const rows = batch.blocks.flatMap(({ header, logs }) =>
    logs.map(
      (log) =>
        new PeerPayment({
          id: log.id,
          reference_key: log.topics[1],
          block_number: header.height,
          block_hash: header.hash,
          transaction_hash: log.transactionHash,
          data: log.data,
        }),
    ),
  );
  await batch.store.insert(rows);
});
