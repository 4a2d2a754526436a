// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A plain ERC-20 token for local nodes: anybody may mint, so it is worth nothing anywhere.
contract SandboxToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address holder => uint256 units) public balanceOf;
    mapping(address holder => mapping(address spender => uint256 units)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 units) external {
        totalSupply += units;
        balanceOf[to] += units;
        emit Transfer(address(0), to, units);
    }

    function approve(address spender, uint256 units) external returns (bool) {
        allowance[msg.sender][spender] = units;
        emit Approval(msg.sender, spender, units);
        return true;
    }

    function transfer(address to, uint256 units) external returns (bool) {
        move(msg.sender, to, units);
        return true;
    }

    function transferFrom(address from, address to, uint256 units) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= units, "allowance too low");
            allowance[from][msg.sender] = allowed - units;
        }
        move(from, to, units);
        return true;
    }

    function move(address from, address to, uint256 units) internal {
        require(to != address(0), "no address");
        require(balanceOf[from] >= units, "balance too low");
        balanceOf[from] -= units;
        balanceOf[to] += units;
        emit Transfer(from, to, units);
    }
}
