// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

/// Stands for LI.FI's executor: pulls what it may of the token, runs the calls and gives what is left to the receiver.
contract SandboxExecutor {
    event LiFiTransferCompleted(
        bytes32 indexed transactionId, address asset, address receiver, uint256 amount, uint256 timestamp
    );

    function swapAndCompleteBridgeTokens(
        bytes32 transactionId,
        SwapData[] calldata swapData,
        address transferredAssetId,
        address payable receiver
    ) external payable {
        uint256 before = Tokens.balanceOf(transferredAssetId, address(this));
        uint256 units = Tokens.allowance(transferredAssetId, msg.sender, address(this));
        Tokens.transferFrom(transferredAssetId, msg.sender, address(this), units);
        for (uint256 i = 0; i < swapData.length; i++) Calls.run(swapData[i]);
        uint256 left = Tokens.balanceOf(transferredAssetId, address(this)) - before;
        if (left > 0) Tokens.transfer(transferredAssetId, receiver, left);
        emit LiFiTransferCompleted(transactionId, transferredAssetId, receiver, left, block.timestamp);
    }
}
