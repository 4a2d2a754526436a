import { createConfig } from 'ponder';
import { parseAbi } from 'viem';

const { databaseUrl, rpcUrl, address, from, to } = JSON.parse(process.env['PONDER_BENCH'] ?? '{}');

export default createConfig({
  database: { kind: 'postgres', connectionString: databaseUrl },
  chains: { sepolia: { id: 11_155_111, rpc: rpcUrl } },
  contracts: {
    FeeProxy: {
      abi: parseAbi([
        'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
      ]),
      chain: 'sepolia',
      address,
      startBlock: from,
      endBlock: to,
    },
  },
});
