import { describe } from 'vitest';
import { describeNobodysCommerce } from '../../../../tests/support/nobodys-commerce.ts';

describe('400, 401 and 404', () => {
  describeNobodysCommerce({
    method: 'POST',
    path: 'capture',
    body: { captureAmount: '1' },
    wrongBodies: [
      {},
      { captureAmount: '0' },
      { captureAmount: 5 },
      { captureAmount: '1', feeBps: -1 },
      { captureAmount: '1', amount: '1' },
    ],
  });
});
