/** What the shop sells. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** In `CURRENCY`, as a decimal. */
  readonly price: string;
}

/** What prices are in, and what is paid. */
export const CURRENCY = { token: 'USDC', network: 'sepolia' } as const;

export const PRODUCTS: readonly Product[] = [
  { id: 'mug', name: 'Mug', text: 'Stoneware, 300 ml, for the left hand too.', price: '7.50' },
  { id: 'notebook', name: 'Notebook', text: '120 pages with dots, stitched.', price: '12.25' },
  { id: 'poster', name: 'Poster', text: 'A map of the night sky, 50 by 70 cm.', price: '19.00' },
];
