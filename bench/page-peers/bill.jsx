import '@rainbow-me/rainbowkit/styles.css';
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { erc20Abi, parseUnits } from 'viem';
import { useAccount, useReadContract, useWriteContract, WagmiProvider } from 'wagmi';
import { sepolia } from 'wagmi/chains';

// The page as the kit's own guide writes it, with the least bill: no request, no review, no receipt.
const config = getDefaultConfig({
  appName: 'Bill',
  projectId: '00000000000000000000000000000000',
  chains: [sepolia],
});
const client = new QueryClient();

const BILL = {
  amount: '12.50',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  token: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
};
const UNITS = parseUnits(BILL.amount, 6);

function Bill() {
  return (
    <main>
      <h1>{BILL.amount} USDC</h1>
      <dl>
        <dt>Network</dt>
        <dd>Sepolia</dd>
        <dt>Recipient</dt>
        <dd>{BILL.payee}</dd>
      </dl>
      <ConnectButton />
      <Pay />
    </main>
  );
}

function Pay() {
  const { address } = useAccount();
  const { data: heldUnits } = useReadContract({
    address: BILL.token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
    query: { enabled: address !== undefined },
  });
  const { writeContract, isPending, data: hash } = useWriteContract();
  const pay = () =>
    writeContract({
      address: BILL.token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [BILL.payee, UNITS],
    });
  const canPay = address !== undefined && heldUnits !== undefined && heldUnits >= UNITS;
  return (
    <>
      <button type="button" disabled={!canPay || isPending} onClick={pay}>
        Pay {BILL.amount} USDC
      </button>
      {hash && <p>{hash}</p>}
    </>
  );
}

createRoot(document.getElementById('pay')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={client}>
      <RainbowKitProvider>
        <Bill />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
