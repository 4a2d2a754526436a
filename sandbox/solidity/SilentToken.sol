// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Says that it moved tokens and moves none: the fee proxy believes it, and no Transfer is logged.
contract SilentToken {
    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}
