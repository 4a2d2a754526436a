import { CURRENCY, PRODUCTS, type Product } from './products.ts';

/** The one page of the shop. Everything in it is the shop's own text; what others write needs escaping. */
export function cataloguePage(payUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Left Hand Supplies</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<header><h1>Left Hand Supplies</h1><p>An example shop: nothing is delivered.</p></header>
<main>
<p id="order" role="status"></p>
<div id="payment"></div>
<div class="products">${PRODUCTS.map(card).join('')}</div>
</main>
<script src="${payUrl}/florin.js"></script>
<script type="module" src="/checkout.js"></script>
</body>
</html>`;
}

function card({ id, name, text, price }: Product): string {
  return `
<article aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<p>${text}</p>
<p class="price">${price} ${CURRENCY.token}</p>
<button type="button" data-product="${id}" data-display="modal">Pay in a window</button>
<button type="button" data-product="${id}" data-display="inline">Pay on this page</button>
</article>`;
}
