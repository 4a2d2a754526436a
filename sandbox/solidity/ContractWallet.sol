// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that is a contract and accepts its owner's signatures (ERC-1271).
contract ContractWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? this.isValidSignature.selector : bytes4(0);
    }
}
