import { describe } from 'vitest';
import { describeNobodysCommerce } from '../../../../tests/support/nobodys-commerce.ts';

describe('401 and 404', () => {
  describeNobodysCommerce({
    method: 'GET',
    path: 'status',
  });
});
