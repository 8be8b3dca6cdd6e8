static const int table[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

/* Returns the sum of the row that two letters select: row 1 if a is 'x', 2 more if b is 'y'. */
int row_sum(char a, char b) {
  int row = 0;
  if (a == 'x')
    row += 1;
  if (b == 'y')
    row += 2;
  int sum = 0;
  for (int column = 0; column < 4; column++)
    sum += table[row][column];
  return sum;
}
