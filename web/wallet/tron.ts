/** Whether a Tron wallet shows itself to the page; pages cannot ask one to sign yet. */
export function hasTronWallet(): boolean {
  return ['tronLink', 'tron', 'tronWeb'].some((name) => Reflect.has(globalThis, name));
}
