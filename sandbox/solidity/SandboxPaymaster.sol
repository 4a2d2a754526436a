// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An operation of a smart account as EntryPoint 0.7 and 0.8 hand it on.
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// Pays the gas of the operations that its signer has signed for, out of what EntryPoint keeps for it. Its data is a
/// time, until which it pays, and the signature.
contract SandboxPaymaster {
    /// Its address and two limits stand before its own data.
    uint256 private constant DATA_OFFSET = 52;
    address private immutable signer;

    constructor(address signer_) {
        signer = signer_;
    }

    /// What the signer signs: all of the operation but the signature of the account.
    function hashOf(PackedUserOperation calldata op, uint48 validUntil) public view returns (bytes32) {
        bytes32 limits = keccak256(
            abi.encode(op.accountGasLimits, op.preVerificationGas, op.gasFees, keccak256(op.paymasterAndData[:DATA_OFFSET]))
        );
        bytes32 call = keccak256(abi.encode(op.sender, op.nonce, keccak256(op.initCode), keccak256(op.callData)));
        return keccak256(abi.encode(block.chainid, address(this), validUntil, call, limits));
    }

    function validatePaymasterUserOp(PackedUserOperation calldata op, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validationData)
    {
        bytes calldata data = op.paymasterAndData[DATA_OFFSET:];
        uint48 validUntil = uint48(bytes6(data[:6]));
        address found = ecrecover(hashOf(op, validUntil), uint8(data[70]), bytes32(data[6:38]), bytes32(data[38:70]));
        bool isSigned = found != address(0) && found == signer;
        return ("", (uint256(validUntil) << 160) | (isSigned ? 0 : 1));
    }
}
