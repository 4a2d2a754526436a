import { ponder } from 'ponder:registry';
import { payment } from 'ponder:schema';

ponder.on('FeeProxy:TransferWithReferenceAndFee', async ({ event, context }) => {
  const { args, block, log, transaction } = event;
  await context.db.insert(payment).values({
    id: event.id,
    reference_key: args.paymentReference,
    block_number: block.number,
    block_hash: block.hash,
    block_time: block.timestamp,
    transaction_hash: transaction.hash,
    log_index: log.logIndex,
    token_address: args.tokenAddress,
    payee_address: args.to,
    claimed_units: args.amount,
    fee_units: args.feeAmount,
    fee_address: args.feeAddress,
  });
});
