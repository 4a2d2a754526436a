/** @import { FlorinEvent, ShownPayment } from 'florin-sdk/florin-js' */

const PAID_POLL_MS = 1_000;

const orderText = document.querySelector('#order');
const paymentPlace = document.querySelector('#payment');

/** @type {ShownPayment | undefined} */
let shown;
/** The order on the page; an earlier one is followed no more. */
let currentOrder = '';

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => void buy(button.dataset));
}

/** @param {DOMStringMap} choice */
async function buy({ product, display }) {
  currentOrder = '';
  shown?.close();
  say('Your order is being made…');
  const answer = await fetch('/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ productId: product }),
  }).catch(() => undefined);
  if (!answer?.ok) {
    say('The order could not be made, and nothing is to be paid. Please try again.');
    return;
  }
  const { id, link } = await answer.json();
  currentOrder = id;
  say(`Order ${id} waits for its payment.`);
  showPayment(link, display, ({ event }) => follow(id, event));
}

/**
 * @param {string} link
 * @param {string | undefined} display
 * @param {(event: FlorinEvent) => void} onEvent
 */
function showPayment(link, display, onEvent) {
  const { Florin } = globalThis;
  // Something between the browser and the pay host kept its script away: its page does the same.
  if (Florin === undefined || paymentPlace === null) location.assign(link);
  else if (display === 'modal') shown = Florin.open(link, { onEvent });
  else {
    shown = Florin.mount(paymentPlace, link, { onEvent });
    orderText?.scrollIntoView();
  }
}

/**
 * Events are for what this page shows. They prove nothing, because whoever sits before the browser can make them: so nothing of
 * them is sent to the shop's server, which marks an order as paid by the signed webhook alone.
 *
 * @param {string} id
 * @param {FlorinEvent['event']} event
 */
function follow(id, event) {
  if (id !== currentOrder) return;
  if (event === 'submitted') say(`The payment of order ${id} was seen.`);
  if (event === 'confirmed') void showOncePaid(id);
  if (event === 'closed') void showOrder(id);
}

/** @param {string} id */
async function showOncePaid(id) {
  while (id === currentOrder && !(await showOrder(id))) {
    await new Promise((resolve) => setTimeout(resolve, PAID_POLL_MS));
  }
}

/**
 * Shows what the shop's server says of an order; whether that is paid.
 *
 * @param {string} id
 */
async function showOrder(id) {
  const answer = await fetch(`/orders/${id}`).catch(() => undefined);
  const isPaid = answer?.ok === true && (await answer.json()).status === 'paid';
  if (id === currentOrder) {
    say(isPaid ? `Thank you! Order ${id} is paid.` : `Order ${id} waits for its payment.`);
  }
  return isPaid;
}

/** @param {string} text */
function say(text) {
  if (orderText !== null) orderText.textContent = text;
}
