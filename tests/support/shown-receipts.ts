/** The payment of the receipt below. */
export const PAYMENT_ID = '01KC9V7N3E5GQ0X8R2JT6WZ4MC';

/** A receipt as the API answers it to whoever has the link: 12.5 USDC on Sepolia, paid from Arbitrum. */
export const PAID_RECEIPT = {
  paymentId: PAYMENT_ID,
  mode: 'production',
  merchant: { displayName: 'Blue Bottle & Sons', supportUrl: 'https://shop.example/help' },
  issuedAt: '2026-11-29T12:00:00.000Z',
  requestId: `01${'ab'.repeat(32)}`,
  reference: 'INV-2026-77',
  paidAt: '2026-11-29T11:58:20.000Z',
  received: { amount: '12.5', currency: 'USDC-sepolia' },
  invoiced: null,
  paid: { amount: '12.7', currency: 'USDC-arbitrum-one' },
  fees: [
    {
      amount: '0.1',
      currency: 'USDC-sepolia',
      feeType: 'platform_fee',
      receiverAddress: '0x3333333333333333333333333333333333333333',
    },
  ],
  payerAddress: '0x2222222222222222222222222222222222222222',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  source: { network: 'arbitrum-one', transactionHash: `0x${'5a'.repeat(32)}` },
  isFinal: true,
  explorerUrl: `https://sepolia.etherscan.io/tx/0x${'7a'.repeat(32)}`,
  proof: {
    network: 'sepolia',
    blockNumber: 9_123_456,
    transactionHash: `0x${'7a'.repeat(32)}`,
    logIndex: 41,
    paymentReference: '0x0011223344556677',
    payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    currency: 'USDC-sepolia',
    amount: '12.5',
  },
};

/** The receipts of a link that was paid once. */
export const PAID_LIST = {
  status: 'completed',
  merchant: PAID_RECEIPT.merchant,
  isHidden: false,
  receipts: [PAID_RECEIPT],
  nextCursor: null,
};
