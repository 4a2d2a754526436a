// Adds what needs a script to a page that reads without one: copying, searching, closing the menu.
const contents = document.getElementById('contents');
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});

const search = contents.querySelector('.search');
search.hidden = false;
const input = search.querySelector('input');
input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\s+/);
  for (const item of contents.querySelectorAll('li')) {
    const text = `${item.textContent} ${item.firstElementChild.hash}`.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
  }
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') contents.querySelector('li:not([hidden]) a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  if (getComputedStyle(contents).display === 'none') contents.showPopover();
  input.focus();
});

for (const caption of document.querySelectorAll('figure.code > figcaption')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(caption.nextElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  caption.append(button);
}
