// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// What the bridge contracts of the sandbox share. Written anew from the published interfaces: names and types of
// functions and events are those of the public contracts, the code is not.

struct BridgeData {
    bytes32 transactionId;
    string bridge;
    string integrator;
    address referrer;
    address sendingAssetId;
    address receiver;
    uint256 minAmount;
    uint256 destinationChainId;
    bool hasSourceSwaps;
    bool hasDestinationCall;
}

struct SwapData {
    address callTo;
    address approveTo;
    address sendingAssetId;
    address receivingAssetId;
    uint256 fromAmount;
    bytes callData;
    bool requiresDeposit;
}

struct AcrossV4Data {
    bytes32 receiverAddress;
    bytes32 refundAddress;
    bytes32 sendingAssetId;
    bytes32 receivingAssetId;
    uint256 outputAmount;
    uint128 outputAmountMultiplier;
    bytes32 exclusiveRelayer;
    uint32 quoteTimestamp;
    uint32 fillDeadline;
    uint32 exclusivityParameter;
    bytes message;
}

struct RelayData {
    bytes32 depositor;
    bytes32 recipient;
    bytes32 exclusiveRelayer;
    bytes32 inputToken;
    bytes32 outputToken;
    uint256 inputAmount;
    uint256 outputAmount;
    uint256 originChainId;
    uint256 depositId;
    uint32 fillDeadline;
    uint32 exclusivityDeadline;
    bytes message;
}

// The selector of the spoke pool's function `deposit`, and its arguments.
bytes4 constant DEPOSIT = 0xad5425c6;

struct DepositData {
    bytes32 depositor;
    bytes32 recipient;
    bytes32 inputToken;
    bytes32 outputToken;
    uint256 inputAmount;
    uint256 outputAmount;
    uint256 destinationChainId;
    bytes32 exclusiveRelayer;
    uint32 quoteTimestamp;
    uint32 fillDeadline;
    uint32 exclusivityParameter;
    bytes message;
}

/// Calls of tokens, also of those that return nothing.
library Tokens {
    function balanceOf(address token, address holder) internal view returns (uint256 units) {
        (bool success, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", holder));
        require(success && answer.length == 32, "no balance");
        units = abi.decode(answer, (uint256));
    }

    function allowance(address token, address owner, address spender) internal view returns (uint256 units) {
        (bool success, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("allowance(address,address)", owner, spender));
        require(success && answer.length == 32, "no allowance");
        units = abi.decode(answer, (uint256));
    }

    function transfer(address token, address to, uint256 units) internal {
        call(token, abi.encodeWithSignature("transfer(address,uint256)", to, units));
    }

    function transferFrom(address token, address from, address to, uint256 units) internal {
        call(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, units));
    }

    /// An unlimited allowance, where the present one is too low.
    function approveAll(address token, address spender, uint256 units) internal {
        if (allowance(token, address(this), spender) >= units) return;
        approve(token, spender, 0);
        approve(token, spender, type(uint256).max);
    }

    function approve(address token, address spender, uint256 units) internal {
        call(token, abi.encodeWithSignature("approve(address,uint256)", spender, units));
    }

    function call(address token, bytes memory data) private {
        require(token.code.length > 0, "no token");
        (bool success, bytes memory answer) = token.call(data);
        require(success && (answer.length == 0 || abi.decode(answer, (bool))), "token refused");
    }
}

/// Runs the calls of a route, one after the other; each takes what it says of the token that it says.
library Calls {
    function run(SwapData memory one) internal {
        require(one.callTo.code.length > 0, "nothing to call");
        require(Tokens.balanceOf(one.sendingAssetId, address(this)) >= one.fromAmount, "balance too low");
        Tokens.approveAll(one.sendingAssetId, one.approveTo, one.fromAmount);
        (bool success, bytes memory answer) = one.callTo.call(one.callData);
        if (success) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}
